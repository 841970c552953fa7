export const terminus = {};

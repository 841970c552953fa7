export const nextstation = {};

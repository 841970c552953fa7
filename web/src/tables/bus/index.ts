export const bus = {};

/** Joins class names; falsy parts are left out. */
export const cx = (...parts: (string | false | undefined)[]): string => parts.filter(Boolean).join(' ');

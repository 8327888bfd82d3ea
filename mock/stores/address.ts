/** Distinguishes the address of a store from a folder. */
export const isStoreAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text);

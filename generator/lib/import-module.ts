import { pathToFileURL } from 'node:url';

/** Loads an ES module by its absolute path. */
export const importModule = (path: string): Promise<unknown> => import(pathToFileURL(path).href);

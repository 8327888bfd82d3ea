/** PEM texts by their form alone: a chain of two, and a key. */
const block = (label: string, content: string): string => `-----BEGIN ${label}-----\n${content}\n-----END ${label}-----\n`;

export const certificate: string = block('CERTIFICATE', 'MIIB') + block('CERTIFICATE', 'MIIC');
export const privateKey: string = block('PRIVATE KEY', 'MIGHAgEA');

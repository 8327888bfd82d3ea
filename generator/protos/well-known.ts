/** The messages that every installation of Protocol Buffers has, and that packages don't contain. */

/** Whether a full name is that of a message of Protocol Buffers itself. */
export const isWellKnown = (name: string): boolean => /^google\.protobuf\.[A-Z]\w*$/.test(name);

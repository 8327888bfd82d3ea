/** PEM texts. Nobody has the keys of the real ones. */
const block = (label: string, content: string): string => `-----BEGIN ${label}-----\n${content}\n-----END ${label}-----\n`;

/** A chain of two, and a key, by their form alone. */
export const certificate: string = block('CERTIFICATE', 'MIIB') + block('CERTIFICATE', 'MIIC');
export const privateKey: string = block('PRIVATE KEY', 'MIGHAgEA');

/** A certificate until the end of 2035, for several names. */
export const certificateForNames: string = `-----BEGIN CERTIFICATE-----
MIIBjjCCATSgAwIBAgICA+gwCgYIKoZIzj0EAwIwGzEZMBcGA1UEAwwQc2hvcC5l
eGFtcGxlLmNvbTAeFw0yNTAxMDEwMDAwMDBaFw0zNTEyMzEyMzU5NTlaMBsxGTAX
BgNVBAMMEHNob3AuZXhhbXBsZS5jb20wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
AARxETPdWOd5Nie4jAT5OJhujiPh4oxO68cUj3KiTZod1clrnR6BqhoAczEBJWSR
gxoqVO0CtrzstOT77B0C913vo2gwZjAMBgNVHRMBAf8EAjAAMFYGA1UdEQRPME2C
EHNob3AuZXhhbXBsZS5jb22CEiouc2hvcC5leGFtcGxlLmNvbYcEwAACAYcQIAEN
uAAAAAAAAAAAAAAAAYENYUBleGFtcGxlLmNvbTAKBggqhkjOPQQDAgNIADBFAiB/
Cfh0ONOqt9TRv62ghxCLQEyR3Oz1CfraBPEgZJFBXAIhAPkvFA/1pgWr2LBQYrDu
rF/ZnKHb1hidT+mQEOaPMh5/
-----END CERTIFICATE-----
`;

/** The same before one that stands for an intermediate. */
export const readable: string = certificateForNames + block('CERTIFICATE', 'MIIC');

/** PEM texts. The private keys of the real certificates do not exist. */
const block = (label: string, content: string): string => `-----BEGIN ${label}-----\n${content}\n-----END ${label}-----\n`;

/** A chain of two certificates and a key, syntactically valid only. */
export const certificate: string = block('CERTIFICATE', 'MIIB') + block('CERTIFICATE', 'MIIC');
export const privateKey: string = block('PRIVATE KEY', 'MIGHAgEA');

/** A certificate for several names, valid until the end of 2035. */
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

/** The same certificate followed by an intermediate one. */
export const readable: string = certificateForNames + block('CERTIFICATE', 'MIIC');

import { isEnvFile } from '../redaction/find-secrets.ts';

const secretName =
  /^(?:\.npmrc|\.netrc|\.pgpass|\.git-credentials|\.htpasswd|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|credentials(?:\.json)?|service-account.*\.json)$|\.(?:pem|key|p12|pfx|keystore|jks|kdbx)$/i;
const secretFolder = /(?:^|\/)(?:\.ssh|\.gnupg|\.aws|\.kube)\//i;

/** Files that are made to hold secrets: listed by name, their content never leaves the host (their values are redacted elsewhere). */
export function isSecretPath(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return isEnvFile(name) || secretName.test(name) || secretFolder.test(path);
}

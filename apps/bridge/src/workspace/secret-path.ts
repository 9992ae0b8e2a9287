import { isEnvFile } from '../redaction/find-secrets.ts';

const secretName =
  /^(?:\.npmrc|\.yarnrc(?:\.yml)?|\.pypirc|\.my\.cnf|\.boto|\.s3cfg|\.dockercfg|\.vault-token|\.terraformrc|\.(?:bash|zsh|psql|python|node_repl)_history|secrets?\.(?:json|ya?ml|toml|ini|txt)|auth\.json|\.netrc|\.pgpass|\.git-credentials|\.htpasswd|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|credentials(?:\.json)?|[\w.-]*service[-_]account.*\.json|[\w.-]*adminsdk.*\.json|kubeconfig|wp-config\.php)$|\.(?:pem|key|p8|ppk|asc|gpg|tfvars|tfstate(?:\.backup)?|p12|pfx|keystore|jks|kdbx|ovpn)$/i;
const secretFolder = /(?:^|\/)(?:\.ssh|\.gnupg|\.aws|\.azure|\.kube|\.docker|\.password-store)\//i;

/** Files that are made to hold secrets: listed by name, their content never leaves the host (their values are redacted elsewhere). */
export function isSecretPath(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return isEnvFile(name) || secretName.test(name) || secretFolder.test(path);
}

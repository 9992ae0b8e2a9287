import { expect, it } from 'vitest';
import { isSecretPath } from './secret-path.ts';

it.each(
  '.env a/.ENV.local prod.env .npmrc .pypirc .vault-token infra/prod.tfvars terraform.tfstate.backup a/.docker/config.json .azure/x.json config/secrets.yml key.p8 .zsh_history id_ed25519 certs/server.KEY'.split(
    ' ',
  ),
)('the content of %s never leaves the host', (path) => {
  expect(isSecretPath(path)).toBe(true);
});

it.each(
  '.env.example src/credentials.ts src/secret-path.ts docker/config.json docs/keys.md monkey.ts .aws id_rsa.pub'.split(
    ' ',
  ),
)('%s is shown like any other file', (path) => {
  expect(isSecretPath(path)).toBe(false);
});

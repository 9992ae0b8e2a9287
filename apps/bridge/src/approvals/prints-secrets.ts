/** Programs whose one work is to hand out secrets. */
const stores =
  /^(?:pass|gopass|op|bw|lpass|vault|bao|doppler|infisical|chamber|sops|ansible-vault|secret-tool|keyring|keepassxc-cli|aws-vault|security|docker-credential-.+|git-credential-.+)$/;

/** Uses that print a token, of programs that do other things as well; looked for in their words. */
const tokenUses: Readonly<Record<string, RegExp>> = {
  gh: /\bauth (?:token|status .*(?:-t\b|--show-token))/,
  glab: /\bauth (?:token|status .*(?:-t\b|--show-token))|\bconfig get token/,
  gcloud: /\bprint-(?:access|identity|refresh)-token\b|\bsecrets versions access\b/,
  aws: /\bconfigure (?:get|export-credentials|list)\b|\bget-(?:secret-value|session-token|login-password|authorization-token)\b|\bassume-role|--with-decryption\b/,
  az: /\bget-access-token\b|\bkeyvault secret\b|\bkeys? list\b/,
  kubectl: /\b(?:get|describe|edit) .*\bsecrets?\b|\bconfig view\b.*--raw\b/,
  oc: /\b(?:get|describe|edit) .*\bsecrets?\b|\bwhoami (?:-t|--show-token)\b/,
  heroku: /\bconfig\b|\bauth:token\b/,
  fly: /\bauth token\b|\btokens?\b/,
  flyctl: /\bauth token\b|\btokens?\b/,
  vercel: /\benv pull\b/,
  npm: /\btoken\b|\bconfig (?:get|list|ls)\b.*(?:auth|token|-l\b)/i,
  git: /\bcredential\b|\bconfig\b.*(?:password|token|secret|credential|extraheader)/i,
  ansible: /\bvault\b/,
};

const maxLineUnits = 4_000;

/** Whether what it prints holds credentials, or the environment, where they are kept. */
export function printsSecrets(program: string, rest: readonly string[]): boolean {
  if (stores.test(program)) return true;
  switch (program) {
    case 'export':
    case 'declare':
    case 'typeset':
    case 'readonly':
      // With a name they set it; without, all of them are listed.
      return rest.every((word) => word.startsWith('-'));
    case 'compgen':
      return rest.some((word) => /^-[a-zA-Z]*[ve]/.test(word) || word === 'variable' || word === 'export');
    case 'ps':
      // Without its dash: with the environment of each process.
      return rest.some((word) => /^[a-zA-Z]*e[a-zA-Z]*$/.test(word));
    default: {
      const uses = Object.hasOwn(tokenUses, program) ? tokenUses[program] : undefined;
      const line = rest.join(' ');
      // Looking takes time that grows with the square of the line.
      return uses !== undefined && (line.length > maxLineUnits || uses.test(line));
    }
  }
}

/** Code of another language that reads the environment. */
export const codeReadsEnvironment =
  /\bos\.environ(?:b)?\b|\bgetenv\b|\bprocess\.env\b|\bDeno\.env\b|\bENV(?:\.|\[|\b(?=\s*[|;)]))|%ENV\b|\$ENV\{|\$_(?:ENV|SERVER)\b|\bENVIRON\b|\$env:/;

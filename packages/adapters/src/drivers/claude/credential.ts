import { type Fields, fieldsAt, textAt } from '../../fields.ts';

/** Whose credential is used, as `initialize` reports it, without a call to the provider. */
export function credentialOf(initialized: Fields): { scope: string; isMissing: boolean } {
  const account = fieldsAt(initialized, 'account');
  const tokenSource = textAt(account, 'tokenSource');
  const keySource = textAt(account, 'apiKeySource');
  const provider = textAt(account, 'apiProvider') ?? 'firstParty';
  if (provider !== 'firstParty') return { scope: `${provider} credentials of the host’s computer`, isMissing: false };
  if (keySource !== undefined && keySource !== 'none')
    return { scope: `API key of the host (${keySource})`, isMissing: false };
  if (tokenSource !== undefined && tokenSource !== 'none')
    return { scope: 'the host’s login of Claude Code', isMissing: false };
  return { scope: 'the host’s login or API key of Claude Code', isMissing: tokenSource === 'none' };
}

import { required } from '../../capabilities.ts';
import { FakeCli } from '../../fake-cli.ts';
import type { AcpProfile } from './profile.ts';
import { acpRow } from './row.ts';

/** The fake agent as a profile; a test changes what it is about. */
export const fakeProfile: AcpProfile = {
  row: acpRow({
    provider: 'fake-acp',
    name: 'Fake ACP agent',
    credentialScope: 'none',
    differs: { fork: required('`session/fork`.') },
  }),
  start: { binaries: ['fake-acp'], arguments: [], installFix: 'Nothing to install.', loginFix: 'Log in.' },
  asking: { mode: 'default' },
  offers: { files: true, terminal: true },
  approvals: { reach: { always: { reach: 'permanent', words: 'For ever.' } } },
};

/** The fake ACP agent of the fixtures, with a folder of its own. For tests only. */
export class FakeAcp extends FakeCli {
  constructor(faults: readonly string[] = []) {
    super('acp.mjs', faults);
  }

  /** Every message that it was sent. */
  received(): Array<Record<string, unknown>> {
    return this.lines('received.jsonl');
  }

  /** Which options were chosen, as it understood them. */
  answers(): string[] {
    return this.textLines('answers.log');
  }

  mcpServers(): unknown[] {
    return this.textLines('mcp.jsonl').flatMap((line): unknown => JSON.parse(line));
  }
}

import { errorInfo } from '../../../errors.ts';
import { ownValue } from '../../../own-value.ts';
import type { AdapterErrorCode } from '../../../port.ts';
import type { Scenario } from '../scenario.ts';
import { TurnEnded } from '../stage.ts';
import { runCommand } from './tools.ts';

const codes: Readonly<Record<string, AdapterErrorCode>> = {
  auth: 'AUTH_CREDENTIAL_INVALID',
  rate: 'RATE_LIMIT_EXCEEDED',
  quota: 'QUOTA_EXHAUSTED',
  context: 'CONTEXT_WINDOW_EXCEEDED',
  network: 'PROVIDER_UNREACHABLE',
  model: 'MODEL_NOT_FOUND',
};

/** The pretended provider lets nobody in for this long. */
const retryAfterMs = 60_000;

/** An error as an agent reports it: some words first, then the error, then the end of the turn. */
export const error: Scenario = async (stage, backstage) => {
  if (backstage.rest === 'tool') return failingTool(stage, backstage);
  await stage.say('I start, and then something goes wrong.');
  if (backstage.rest === 'crash') backstage.crash('The mock agent crashed, as it was told to.');
  const code = ownValue(codes, backstage.rest) ?? 'PROVIDER_UNREACHABLE';
  const exact = code === 'AUTH_CREDENTIAL_INVALID' ? { fix: 'Send `text`: the mock agent needs no login.' } : {};
  const retry = code === 'RATE_LIMIT_EXCEEDED' ? { retryAtMs: stage.nowMs() + retryAfterMs } : {};
  const info = errorInfo(code, { ...exact, ...retry });
  stage.out.error(info);
  throw new TurnEnded({ outcome: 'failed', error: info });
};

const failingTool: Scenario = async (stage) => {
  const call = stage.startTool({
    toolName: 'Read',
    kind: 'read',
    title: 'missing.txt',
    arguments: { file_path: 'missing.txt' },
  });
  await stage.pause(50);
  stage.endTool(call.toolId, 'failed', 'There is no file missing.txt.', 1);
  stage.out.error(errorInfo('TOOL_EXECUTION_FAILED', { message: 'Read failed: there is no file missing.txt.' }));
  await stage.say('The file is not there, so I go on without it.');
};

const faults: Readonly<Record<string, Scenario>> = {
  'crash-mid-stream': async (stage, { crash }) => {
    const streamId = stage.id('text');
    for (const word of ['This ', 'sentence ', 'is ', 'cut ']) {
      await stage.pause(30);
      stage.out.addChunk(streamId, word);
    }
    crash('The mock agent crashed in the middle of its answer.');
  },
  'crash-with-approval': async (stage, { crash }) => {
    const waiting = runCommand(stage, 'touch collagility-demo/never.txt', '');
    await stage.pause(100, 20);
    waiting.catch(() => undefined);
    crash('The mock agent crashed while it waited.');
  },
  'ignore-interrupt': async (stage, { ignoreInterrupt }) => {
    ignoreInterrupt();
    await stage.say('I do not listen to interrupts now.');
    await stage.pause(3_600_000, 3_600_000);
  },
  stall: async (stage) => {
    await stage.say('I say nothing more from here on.');
    await stage.pause(3_600_000, 3_600_000);
  },
  late: async (stage, { afterEnd }) => {
    const turn = stage.out.turn;
    const streamId = stage.id('text');
    await stage.say('Three more updates come after the end.');
    afterEnd(() => {
      stage.out.emit('STATUS', { code: 'late', text: 'A late word.' }, { turn });
      stage.out.addChunk(streamId, 'Too late.', { turn });
      stage.out.endBlock(streamId, { turn, text: 'Too late.' });
    });
  },
  'double-end': async (stage, { afterEnd }) => {
    const turn = stage.out.turn;
    await stage.say('I end twice.');
    afterEnd(() => stage.out.emit('STREAM_END', { outcome: 'failed', reason: 'again' }, { turn }));
  },
  retract: async (stage) => {
    const streamId = stage.id('text');
    stage.out.addChunk(streamId, 'This draft is ');
    await stage.pause(200);
    stage.out.retract([streamId]);
    await stage.say('The draft was taken back; this is the answer.');
  },
  raw: async (stage) => {
    stage.out.emit('RAW', { nativeType: 'quantum_update', text: '{"type":"quantum_update"}' });
    await stage.say('I said something that nobody understands.');
  },
  'no-result': async (stage, { crash }) => {
    await stage.say('I end without a result.');
    crash('The mock agent ended without a result.');
  },
};

export const fault: Scenario = async (stage, backstage) => {
  const known = ownValue(faults, backstage.rest);
  if (known !== undefined) return known(stage, backstage);
  await stage.say(`I know these faults: ${Object.keys(faults).join(', ')}.`);
};

import type { AdapterEventPayloads } from '@collagility/adapters/port';
import { fromHex, toHex, utf8 } from '@collagility/protocol/bytes';
import { ready } from '@collagility/protocol/crypto/sodium';
import { as, type ToolId } from '@collagility/protocol/ids';
import { callHash, shownHash } from '@collagility/protocol/statement';
import { seededRandom } from '@collagility/protocol/testing/seeded-random';
import { beforeAll, describe, expect, it } from 'vitest';
import { Redactor } from '../redaction/redactor.ts';
import { valueNeedles } from '../redaction/secret-values.ts';
import { isShownCall, prepareApproval } from './prepare-approval.ts';

beforeAll(() => ready);
const roomId = new Uint8Array(16).fill(5);
type Request = AdapterEventPayloads['TOOL_APPROVAL_REQUESTED'];

function prepare(command: string, more: Partial<Request> = {}) {
  const secrets: Array<{ salt: Uint8Array; nativeRequest: string }> = [];
  const request: Request = {
    requestId: 'r1',
    kind: 'permission',
    toolCall: { toolId: 't1', toolName: 'Bash', kind: 'execute', title: command, arguments: { command } },
    nativeRequest: JSON.stringify({ raw: command }),
    mayEdit: true,
    mayGiveFeedback: true,
    ...more,
  };
  const prepared = prepareApproval(request, {
    agentId: 'claude',
    roomId,
    redactor: new Redactor(valueNeedles(['hunter2-hunter2', 'Is hunter2-hunter2 right?'])),
    places: { workspacePath: '/app', homePath: '/home/ada', dataPath: '/home/ada/keys', realPath: (path) => path },
    random: seededRandom(3).bytes,
    keepBlob: (bytes) => ({ blob: 'b', len: bytes.length, hash: 'aa', head: '', tail: '' }),
    toolId: (native) => as<ToolId>(`x:${native}`),
    keepSecret: (_, salt, nativeRequest) => secrets.push({ salt, nativeRequest }),
  });
  return { prepared, secrets };
}

describe('a prepared request', () => {
  it('[CLG-71] [CLG-72] is bound to what is shown and to the agent’s own bytes; the salt stays on the host', () => {
    const { prepared, secrets } = prepare('npm test');
    const { approvalId, card } = prepared;
    expect(card.shownHash).toBe(toHex(shownHash(roomId, fromHex(approvalId) ?? roomId, card.shown) ?? roomId));
    const [secret] = secrets;
    if (secret === undefined) throw new Error('no salt was kept');
    expect(JSON.parse(card.shown).call).toBe(toHex(callHash(secret.salt, utf8('{"raw":"npm test"}'))));
    expect(JSON.stringify(prepared.card)).not.toContain(toHex(secret.salt));
    expect(isShownCall(card.shown, prepared)).toBe(true);
    const other = prepare('npm test').prepared;
    const changed = { ...prepared, native: { ...prepared.native, request: '{"raw":"rm -rf /"}' } };
    expect([isShownCall(card.shown, changed), isShownCall(other.card.shown, changed)]).toEqual([false, false]);
  });

  it('[A5] has another hash of the same call each time: its hidden values cannot be guessed from it', () => {
    const calls = [prepare('x hunter2-hunter2', {}), prepare('x hunter2-hunter2', { nativeRequest: '{}' })];
    expect(new Set(calls.map(({ prepared }) => JSON.parse(prepared.card.shown).call)).size).toBe(2);
    expect(calls[0]?.secrets[0]?.salt).toHaveLength(32);
  });

  it('offers to remember only what is wholly visible, inside the folder and no secret', () => {
    expect(prepare('npm test').prepared.ruleText).toBe('npm test');
    for (const command of ['x hunter2-hunter2', 'cat /etc/hosts', 'cat .env', `echo ${'y'.repeat(60_000)}`])
      expect(prepare(command).prepared.ruleText).toBeUndefined();
    expect(prepare('npm test', { kind: 'plan_review' }).prepared.ruleText).toBeUndefined();
  });

  it('[CLG-83] is denied where it touches the bridge’s folder, else asked for', () => {
    expect(prepare('cat /home/ada/keys/room').prepared.verdict).toBe('deny');
    expect(prepare('cat a.ts').prepared.verdict).toBe('ask');
  });

  it('tells what a question takes, but not “only what is listed” where the list here is not the agent’s', () => {
    const takesOf = (labels: string[], takes: 'listed' | 'integer') => {
      const options = labels.map((label) => ({ label, description: '' }));
      const questions = [{ question: 'Which?', header: '', multiSelect: false, options, takes }];
      return prepare('', { kind: 'question', questions }).prepared.card.questions?.[0]?.takes;
    };
    const long = Array.from({ length: 41 }, (_, at) => `option ${at}`);
    expect([takesOf(['a'], 'listed'), takesOf(long.slice(1), 'listed')]).toEqual(['listed', 'listed']);
    expect([takesOf(long, 'listed'), takesOf(['hunter2-hunter2'], 'listed')]).toEqual([undefined, undefined]);
    expect(takesOf(long, 'integer')).toBe('integer');
  });

  it('keeps the agent’s own key of a question whose text had to be hidden', () => {
    const questions = [{ question: 'Is hunter2-hunter2 right?', header: 'h', multiSelect: false, options: [] }];
    const { prepared } = prepare('', { kind: 'question', questions });
    expect(prepared.card.questions?.[0]?.question).toBe('⟦hidden⟧');
    expect(prepared.questionKeys).toEqual({ '⟦hidden⟧': 'Is hunter2-hunter2 right?' });
  });
});

import { errorInfo } from '@collagility/adapters/errors';
import { as, type PromptId, type RuleId } from '@collagility/protocol/ids';
import { rightsOfRole } from '@collagility/protocol/rights';
import { beforeEach, describe, expect, it } from 'vitest';
import { claude, EngineWorld } from './engine-world.ts';

const approver = { ...rightsOfRole['co-driver'], approve: true };
let world = EngineWorld.ready();
let prompt = as<PromptId>('');
beforeEach(() => {
  world = EngineWorld.ready();
  world.join('Ada', 'co-driver', approver);
  world.join('Bo', 'co-driver', approver);
  world.join('Vi', 'viewer');
  prompt = world.prompt('host', 'go');
  world.clear();
});
const replies = () => world.effectsOf('answer').map(({ decision }) => decision);
const outcomes = () => world.of('approval.resolved').map(({ outcome }) => outcome);

describe('an answer', () => {
  it('reaches the agent exactly once, under the name of who gave it', () => {
    const card = world.ask('a1');
    expect(world.room.pendingApprovals).toEqual([card]);
    expect(world.answer('Ada', card, 'allow')).toEqual({ state: 'done' });
    expect(replies()).toEqual([{ toolId: 'native-a1', approved: true, scope: 'once' }]);
    expect(world.of('approval.resolved')).toMatchObject([{ outcome: 'allowed', scope: 'once', by: 'Ada' }]);
    expect(world.room.pendingApprovals).toEqual([]);
  });

  it('[CLG-72] [A2] does nothing where what was shown is not what waits; a refusal always counts', () => {
    const card = world.ask('a1');
    world.isShownCall = false;
    expect(world.answer('host', card, 'allow')).toMatchObject({ state: 'rejected', code: 'no_such_object' });
    expect(replies()).toEqual([]);
    expect(world.answer('host', card, 'deny')).toEqual({ state: 'done' });
    expect(replies()).toMatchObject([{ approved: false }]);
  });

  it('[B13] [C9] of two at once the first counts, in both orders; the later one learns who decided, and is kept', () => {
    for (const [first, second] of [
      ['allow', 'deny'],
      ['deny', 'allow'],
    ] as const) {
      world.clear();
      const card = world.ask(`both-${first}`);
      world.answer('Ada', card, first);
      expect(world.answer('Bo', card, second)).toEqual({
        state: 'rejected',
        code: 'already_resolved',
        detail: `${first === 'allow' ? 'allowed' : 'denied'} by Ada`,
      });
      expect(world.answer('host', card, 'allow')).toMatchObject({ code: 'already_resolved' });
      expect(replies()).toHaveLength(1);
      expect(world.of('approval.resolved').length + world.of('approval.refused').length).toBe(3);
    }
  });

  it('[B14] counts until its time is over by the bridge’s own clock, and the agent is told that it expired', () => {
    world.approvalTimeoutMs = 5_000;
    const early = world.ask('early');
    const late = world.ask('late');
    expect(world.effectsOf('start_timer')[0]).toEqual({ type: 'start_timer', key: 'approval:early', ms: 5_000 });
    world.nowMs += 4_999;
    expect(world.answer('Ada', early, 'allow')).toEqual({ state: 'done' });
    world.nowMs += 1;
    expect(world.answer('Ada', late, 'allow')).toMatchObject({ state: 'rejected', code: 'expired' });
    expect(outcomes()).toEqual(['allowed', 'expired']);
    expect(replies()[1]).toEqual({ toolId: 'native-late', approved: false, refusal: 'expired' });
    world.do({ type: 'approval_due', approvalId: late });
    expect(world.answer('Bo', late, 'deny')).toMatchObject({ code: 'expired' });
    expect(replies()).toHaveLength(2);
  });

  it('[B16] [C6] of somebody without the right is refused and kept, whatever their page shows', () => {
    const card = world.ask('a1');
    expect(world.answer('Vi', card, 'allow')).toEqual({ state: 'rejected', code: 'right' });
    world.setRights('Bo', { approve: false });
    expect(world.answer('Bo', card, 'allow')).toMatchObject({ code: 'right' });
    expect(world.of('approval.refused').map(({ by, code }) => [by, code])).toEqual([
      ['Vi', 'right'],
      ['Bo', 'right'],
    ]);
    expect([replies(), world.room.pendingApprovals]).toEqual([[], [card]]);
    for (let again = 0; again < 20; again += 1) world.answer('Vi', card, 'allow');
    expect(world.of('approval.refused').filter(({ by }) => by === 'Vi')).toHaveLength(3);
  });

  it('[A1] whose signature does not fit is refused', () => {
    const card = world.ask('a1');
    world.signatures = 'bad_signature';
    expect(world.answer('Ada', card, 'allow')).toMatchObject({ code: 'bad_signature' });
    expect(replies()).toEqual([]);
  });

  it('with words goes to the agent; a denial can end the turn', () => {
    const card = world.ask('a1');
    world.answer('Ada', card, 'deny', { feedback: 'Use pnpm', endTurn: true });
    expect(replies()).toEqual([
      { toolId: 'native-a1', approved: false, refusal: 'denied', userFeedback: 'Use pnpm', endTurn: true },
    ]);
    expect(world.of('approval.resolved')).toMatchObject([{ outcome: 'denied', feedback: 'Use pnpm' }]);
  });

  it('to a question carries the choice; without one it is empty', () => {
    const card = world.ask('q', { kind: 'question' });
    expect(world.answer('Ada', card, 'allow')).toMatchObject({ code: 'empty' });
    world.answer('Ada', card, 'allow', { answers: { Which: 'A, B' } });
    expect(replies()).toMatchObject([{ approved: true, answers: { Which: 'A, B' } }]);
  });

  it('that the question does not take is refused with the reason, and it waits on', () => {
    const question = { question: 'How many?', header: 'Count', multiSelect: false, options: [], takes: 'integer' };
    const card = { title: 'q', shown: '{}', shownHash: '00', risks: [], hidden: 0, elided: [], questions: [question] };
    const asked = world.ask('q', { kind: 'question', card });
    const refused = world.answer('Ada', asked, 'allow', { answers: { 'How many?': '3.5' } });
    expect(refused).toMatchObject({ code: 'answer', detail: '“Count” takes a whole number.' });
    expect(replies()).toEqual([]);
    world.answer('Ada', asked, 'allow', { answers: { 'How many?': '3' } });
    expect(replies()).toMatchObject([{ approved: true, answers: { 'How many?': '3' } }]);
  });
});

describe('an edited input', () => {
  const edit = (command: string) => ({ updatedInput: JSON.stringify({ command }) });

  it('runs instead, and everybody sees it, redacted', () => {
    const card = world.ask('a1');
    world.answer('Ada', card, 'allow', edit('npm test -- hunter2-hunter2'));
    expect(replies()).toMatchObject([{ updatedInput: { command: 'npm test -- hunter2-hunter2' } }]);
    expect(world.of('approval.resolved')).toMatchObject([
      { outcome: 'allowed-edited', editedInput: '{"command":"npm test -- ⟦hidden⟧"}' },
    ]);
  });

  it('[A3] [CLG-73] is refused to guests where values are hidden, and to the host while it holds a mark', () => {
    const card = world.ask('a1', {}, 1);
    expect(world.answer('Ada', card, 'allow', edit('x'))).toMatchObject({ code: 'hidden_values' });
    expect(world.answer('host', card, 'allow', edit('run ⟦hidden⟧'))).toMatchObject({ code: 'hidden_values' });
    expect(world.answer('host', card, 'allow', edit('run'))).toEqual({ state: 'done' });
  });

  it('is judged again before it runs', () => {
    const card = world.ask('a1');
    expect(world.answer('host', card, 'allow', edit('cat /data-folder/x'))).toMatchObject({ code: 'right' });
    expect(replies()).toEqual([]);
  });

  it('must be an object, and the agent must be able to take it', () => {
    const card = world.ask('a1');
    expect(world.answer('Ada', card, 'allow', { updatedInput: '[1]' })).toMatchObject({ code: 'malformed' });
    expect(world.answer('Ada', card, 'allow', { updatedInput: '{' })).toMatchObject({ code: 'malformed' });
    const fixed = world.ask('a2', { mayEdit: false });
    expect(world.answer('Ada', fixed, 'allow', edit('x'))).toMatchObject({ code: 'not_supported' });
  });
});

it('[A4] [CLG-73] a guest’s allow without the parts that were taken out is refused; the host may', () => {
  const ref = { blob: 'b1', len: 9, hash: '00', head: '', tail: '' };
  const elided = [{ path: '/content', ref }];
  const card = { title: 'x', shown: '{}', shownHash: '00', risks: [], hidden: 0, elided };
  const first = world.ask('a1', { card });
  expect(world.answer('Ada', first, 'allow')).toMatchObject({ code: 'partial_view' });
  expect(world.answer('Ada', first, 'allow', { seen: ['b1'] })).toEqual({ state: 'done' });
  expect(world.answer('host', world.ask('a2', { card }), 'allow')).toEqual({ state: 'done' });
});

describe('a remembered permission', () => {
  it('is the host’s alone, visible, answered by the bridge each time, and ends when it is revoked', () => {
    const card = world.ask('a1');
    expect(world.answer('Ada', card, 'allow', { scope: 'session' })).toMatchObject({ code: 'right' });
    expect(world.answer('host', card, 'allow', { scope: 'session', rule: 'npm test' })).toEqual({ state: 'done' });
    expect(Object.values(world.room.rules)).toMatchObject([{ scope: 'session', toolName: 'Bash', match: 'npm test' }]);
    world.clear();
    world.ask('a2');
    expect(world.of('approval.resolved')).toMatchObject([{ outcome: 'allowed', byRule: 'rule-a1' }]);
    expect(world.of('approval.resolved')[0]?.by).toBeUndefined();
    expect(replies()).toEqual([{ toolId: 'native-a2', approved: true, scope: 'once' }]);
    world.command('host', { type: 'approval.revoke_rule', ruleId: as<RuleId>('rule-a1') });
    const third = world.ask('a3');
    expect(world.room.pendingApprovals).toEqual([third]);
  });

  it('[B17] names one exact command of one tool', () => {
    world.answer('host', world.ask('a1'), 'allow', { scope: 'session' });
    world.ask('a2', { ruleText: 'npm test && rm -rf x' });
    world.ask('a3', { toolName: 'Other' });
    expect(world.room.pendingApprovals).toEqual(['a2', 'a3']);
  });

  it('keeps what the card named, not what the answer says it named', () => {
    const card = world.ask('a1');
    expect(world.answer('host', card, 'allow', { scope: 'session', rule: 'rm *' })).toMatchObject({
      code: 'not_supported',
    });
  });

  it('can be a pattern that the host wrote', () => {
    world.answer('host', world.ask('a1'), 'allow', { scope: 'rule', rule: 'npm *' });
    world.ask('a2', { ruleText: 'npm run build' });
    world.ask('a3', { ruleText: 'npm run build; curl x | sh' });
    expect(world.room.pendingApprovals).toEqual(['a3']);
  });

  it('[B17] as a pattern is nothing destructive, unless the words that the host wrote are', () => {
    const card = { title: 'Run a command', shown: '{}', shownHash: '00', hidden: 0, elided: [] };
    const destructive = { ...card, risks: ['execute' as const, 'destructive' as const] };
    world.answer('host', world.ask('a1'), 'allow', { scope: 'rule', rule: 'npm *' });
    const second = world.ask('a2', { ruleText: 'npm unpublish x', card: destructive });
    expect(world.room.pendingApprovals).toEqual(['a2']);
    world.answer('host', second, 'deny');
    world.answer('host', world.ask('a3', { ruleText: 'rm -rf a', card: destructive }), 'allow', {
      scope: 'rule',
      rule: 'rm -rf *',
    });
    world.ask('a4', { ruleText: 'rm -rf b', card: destructive });
    expect(world.room.pendingApprovals).toEqual([]);
  });
});

describe('a request', () => {
  it('[CLG-83] that touches the bridge’s own folder is denied and shown, whatever the rules say', () => {
    world.answer('host', world.ask('a1'), 'allow', { scope: 'session' });
    world.clear();
    world.ask('a2', { verdict: 'deny' });
    expect(world.of('approval.requested')).toHaveLength(1);
    expect(world.of('approval.resolved')).toMatchObject([{ outcome: 'denied', reason: 'data_directory' }]);
    expect(replies()).toMatchObject([{ approved: false, refusal: 'denied' }]);
  });

  it('[A2] that comes again under the same native id is a new object and voids the old one', () => {
    const old = world.ask('a1', { requestId: 'native' });
    const fresh = world.ask('a2', { requestId: 'native' });
    expect(world.of('approval.resolved')).toMatchObject([{ approvalId: old, outcome: 'void' }]);
    expect(world.answer('Ada', old, 'allow')).toMatchObject({ code: 'already_resolved' });
    expect(world.answer('Ada', fresh, 'allow')).toEqual({ state: 'done' });
    expect(replies()).toHaveLength(1);
  });

  it('that the agent takes back closes as cancelled, without a reply', () => {
    world.ask('a1');
    world.do({ type: 'approval_withdrawn', agentId: claude, requestId: 'native-a1', reason: 'aborted' });
    expect([outcomes(), replies()]).toEqual([['cancelled'], []]);
  });

  it('[B11] that is open at an interrupt is answered as cancelled exactly once, and a late click is refused', () => {
    const cards = [world.ask('a1'), world.ask('a2')];
    world.command('Ada', { type: 'turn.interrupt', agentId: claude, promptId: undefined });
    world.endTurn(prompt, 'interrupted');
    expect(world.of('approval.resolved').map(({ outcome, by }) => [outcome, by])).toEqual([
      ['cancelled', 'Ada'],
      ['cancelled', 'Ada'],
    ]);
    expect(replies().map(({ refusal }) => refusal)).toEqual(['cancelled', 'cancelled']);
    for (const card of cards) expect(world.answer('host', card, 'allow')).toMatchObject({ code: 'already_resolved' });
  });

  it('dies with its agent', () => {
    world.ask('a1');
    world.endTurn(prompt, 'failed', errorInfo('PROCESS_CRASHED'));
    expect([outcomes(), replies()]).toEqual([['void'], []]);
  });
});

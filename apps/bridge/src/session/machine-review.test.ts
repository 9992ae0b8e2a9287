import { as, type CheckpointId, type ThreadId } from '@collagility/protocol/ids';
import { rightsOfRole } from '@collagility/protocol/rights';
import { describe, expect, it } from 'vitest';
import { claude, EngineWorld, signed } from './engine-world.ts';
import { judgeReview } from './review.ts';

const anchor = { path: 'src/a.ts', side: 'new', line: 3, quote: 'key = hunter2-hunter2' } as const;
const comment = {
  type: 'review.comment',
  threadId: undefined,
  agentId: undefined,
  anchor,
  text: 'why? hunter2-hunter2',
} as const;

function withThread() {
  const world = EngineWorld.ready();
  world.join('ada', 'co-driver');
  const { id } = world.command('ada', comment);
  return { world, threadId: as<ThreadId>(id) };
}

describe('comments on lines', () => {
  it('are a thread under the id of the first one, redacted, answered and resolved by others', () => {
    const { world, threadId } = withThread();
    expect(world.room.review[0]).toMatchObject({ threadId, anchor: { quote: 'key = ⟦hidden⟧' } });
    expect(world.room.review[0]?.comments[0]?.text).toBe('why? ⟦hidden⟧');
    world.command('host', { ...comment, anchor: undefined, threadId, text: 'because' });
    world.command('host', { type: 'review.resolve', threadId, resolved: true });
    expect(world.room.review[0]?.comments.map(({ text }) => text)).toEqual(['why? ⟦hidden⟧', 'because']);
    expect(world.room.review[0]?.resolvedBy).toBe('host');
  });

  it('are refused where they are empty, too long, nowhere or for a thread that is gone', () => {
    const { world, threadId } = withThread();
    const judge = (more: object) => judgeReview(world.room, world.sender('ada'), { ...comment, ...more });
    expect(judge({ text: '  ' })).toBe('empty');
    expect(judge({ text: 'x'.repeat(5_000) })).toBe('too_large');
    expect(judge({ anchor: undefined })).toBe('malformed');
    expect(judge({ threadId })).toBe('malformed');
    expect(judge({ anchor: undefined, threadId: as<ThreadId>('gone') })).toBe('no_such_object');
    expect(judge({})).toBeUndefined();
  });

  it('are taken back by who wrote them and by the host, and by nobody else', () => {
    const { world, threadId } = withThread();
    world.join('bo', 'co-driver');
    const removal = { type: 'review.remove_comment', threadId, commentId: threadId } as const;
    expect(judgeReview(world.room, world.sender('bo'), removal)).toBe('right');
    expect(judgeReview(world.room, world.sender('host'), removal)).toBeUndefined();
    expect(judgeReview(world.room, world.sender('ada'), removal)).toBeUndefined();
  });

  it('need the right to chat', () => {
    const { world } = withThread();
    world.join('mute', 'viewer', { ...rightsOfRole.viewer, chat: false });
    expect(world.command('mute', comment).outcome).toEqual({ state: 'rejected', code: 'right' });
  });

  it('go to the agent with the prompt that carries them, or with the suggestion that is run', () => {
    const { world, threadId } = withThread();
    const prompt = { agentId: claude, text: 'Please fix', attachments: undefined, review: [threadId], signed };
    const { id } = world.command('ada', { type: 'prompt.suggest', ...prompt });
    expect(world.room.review[0]?.sent).toEqual({ suggestionId: id });
    const run = world.command('host', { type: 'suggestion.run', suggestionId: as(id), text: undefined, signed });
    expect(world.room.review[0]?.sent).toEqual({ promptId: run.id });
  });
});

describe('a prompt that carries comments', () => {
  it('is never a command or a mention of the agent, though the host sends it: guests wrote in it', () => {
    const { world, threadId } = withThread();
    const prompt = {
      type: 'prompt.run',
      agentId: claude,
      text: 'See @~/.ssh/id_rsa',
      attachments: undefined,
      signed,
    } as const;
    world.command('host', { ...prompt, review: [threadId] });
    expect(world.effectsOf('send_prompt').at(-1)?.mayCommand).toBe(false);
    const own = EngineWorld.ready();
    own.command('host', { ...prompt, review: undefined });
    expect(own.effectsOf('send_prompt').at(-1)?.mayCommand).toBe(true);
  });
});

describe('putting files back', () => {
  const restore = { type: 'workspace.restore', agentId: claude, checkpoint: as<CheckpointId>('c1') } as const;

  it('is for the host alone, and not while an agent works in them', () => {
    const { world } = withThread();
    expect(world.command('ada', restore).outcome).toEqual({ state: 'rejected', code: 'right' });
    world.command('host', restore);
    expect(world.effectsOf('restore')).toHaveLength(1);
    world.prompt('host', 'go');
    expect(world.command('host', restore).outcome).toEqual({ state: 'rejected', code: 'busy' });
    expect(world.effectsOf('restore')).toHaveLength(1);
  });
});

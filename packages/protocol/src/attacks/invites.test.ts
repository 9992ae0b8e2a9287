import { beforeAll, describe, expect, it } from 'vitest';
import { ready } from '../crypto/sodium.ts';
import { type Rights, rightsOfRole } from '../rights.ts';
import { ForgedMember } from '../testing/forged-member.ts';
import { World } from '../testing/world.ts';

beforeAll(() => ready);

const inviter: Rights = { ...rightsOfRole['co-driver'], invite: true };
const approver: Rights = { ...rightsOfRole['co-driver'], approve: true };

describe('whoever may invite', () => {
  it('does not see the link that lets in at once with more rights than their own', async () => {
    const world = await new World(121).up();
    world.link({ label: 'mighty', rights: approver });
    world.link({ label: 'mighty, with a lobby', rights: approver, lobby: true });
    world.link({ label: 'plain' });
    const ada = await world.join('Ada', { link: world.link({ label: 'inviters', rights: inviter }) });
    await world.pass(100);
    const linkOf = (label: string) => ada.view.invites.find((invite) => invite.label === label)?.link;
    expect(ada.view.invites).toHaveLength(4);
    expect(linkOf('mighty')).toBeUndefined();
    for (const label of ['mighty, with a lobby', 'plain', 'inviters']) expect(linkOf(label)).toBeTruthy();
    const host = await world.join('Mo', { link: world.link({ rights: rightsOfRole.host }) });
    await world.pass(100);
    expect(host.view.invites.every(({ link }) => link !== undefined)).toBe(true);
  });

  it('lets nobody in any more with what was taken from them', async () => {
    const world = await new World(122).up();
    const ada = await world.join('Ada', { link: world.link({ rights: { ...inviter, approve: true } }) });
    const participantId = ada.view.me?.participantId;
    if (participantId === undefined) throw new Error('not in');
    const open = { lobby: false, history: 'all', role: 'co-driver' } as const;
    const mighty = world.host.createInvite({ ...open, label: 'x', rights: approver }, participantId).link ?? '';
    const plain = world.host.createInvite({ ...open, label: 'y' }, participantId).link ?? '';
    const by = world.host.hostParticipantId;
    world.host.append([
      { type: 'member.rights_changed', atMs: 0, participantId, role: 'co-driver', rights: inviter, by },
    ]);
    const eve = await ForgedMember.join(world, mighty);
    expect(eve.direct()).toMatchObject([{ t: 'bye', code: 'revoked' }]);
    const bo = await world.join('Bo', { link: plain });
    expect(bo.view.phase.name).toBe('in_room');
  });
});

it('a card at the door shows no control character or direction mark of its name', async () => {
  const world = await new World(123).up();
  const eve = await ForgedMember.join(world, world.link({ lobby: true }), { name: '\u202eA\u001b[2Jda\ud800' });
  expect(eve.direct()).toMatchObject([{ t: 'wait' }]);
  expect(world.host.lobbyCards()[0]?.name).toBe('A[2Jda\ufffd');
});

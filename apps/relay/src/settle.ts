import { admissionIdOf, verifyAdmit, verifySeat } from '@collagility/protocol/admission';
import type { Effect, Input } from './effects.ts';

type Question<Port> = Extract<Effect<Port>, { type: 'prove' | 'identify' }>;

/** The room's asynchronous questions: signatures and key names, by WebCrypto, which both hosts have. */
export async function settle<Port>(roomId: string, question: Question<Port>, now: () => number): Promise<Input<Port>> {
  const { port } = question;
  if (question.type === 'identify') {
    const keys = await Promise.all(
      question.publicKeys.map(async (publicKey) => ({ id8: await admissionIdOf(bytesOf(publicKey)), publicKey })),
    );
    return { type: 'identified', port, change: question.change, keys, nowMs: now() };
  }
  const { claim } = question;
  const challenge = bytesOf(claim.challenge);
  const holds =
    claim.kind === 'seat'
      ? await verifySeat(roomId, challenge, claim.word)
      : await verifyAdmit(roomId, challenge, claim.word, bytesOf(claim.key.publicKey));
  return { type: 'proved', port, claim, holds, nowMs: now() };
}

/** Hex that was already checked at the wire. */
function bytesOf(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

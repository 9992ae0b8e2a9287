import { openScriptedRoom } from './e2e/bench/scripted-room.ts';
import { inventedSession } from './e2e/bench/invented-session.ts';
const t = performance.now();
const room = await openScriptedRoom(); console.log('room', performance.now()-t, room.guestLink.slice(0,40));
room.append(inventedSession(20000)); console.log('20000', performance.now()-t);
await room.close(); process.exit(0);

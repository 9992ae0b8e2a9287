import { type Connection, routePartykitRequest, Server, type WSMessage } from 'partyserver';

/** What the library's own example does: every message goes to everyone else as it came. The benchmark's anchor. */
export class DurableRoom extends Server<Cloudflare.Env> {
  static override options = { hibernate: true };

  override onMessage(connection: Connection, message: WSMessage): void {
    this.broadcast(message, [connection.id]);
  }
}

export default {
  fetch: async (request, env) =>
    (await routePartykitRequest(request, env)) ?? new Response('No such room.', { status: 404 }),
} satisfies ExportedHandler<Cloudflare.Env>;

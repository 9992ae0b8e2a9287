import { randomUUID } from 'node:crypto';
import type { ApprovalDesk } from './approval-desk.ts';
import type { McpApproval } from './mcp-approval.ts';

/** Approval without the control protocol: loaded only where a version needs it. */
export async function openMcpApproval(desk: ApprovalDesk): Promise<McpApproval> {
  const { startMcpApproval } = await import('./mcp-approval.ts');
  return startMcpApproval(
    (call, signal) =>
      new Promise((resolve) => {
        const id = randomUUID();
        signal.addEventListener('abort', () => desk.withdrawn(id));
        desk.ask(id, call, JSON.stringify(call), async (answer) => resolve(answer));
      }),
  );
}

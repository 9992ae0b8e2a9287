'use client';
import { strings } from '../../strings.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useRoom } from '../room/room-store.ts';
import { useRoomUi } from '../room/room-ui.ts';
import { AgentLine } from './agent-line.tsx';
import { mayChooseAgent } from './may-choose-agent.ts';
import { StartAgent } from './start-agent.tsx';

/** The agents of this room: all see them, and who may chooses them. */
export function AgentsDialog({ onClose }: { onClose: () => void }) {
  const ui = useRoomUi();
  const agents = Object.values(useRoom((view) => view.state?.agents) ?? {});
  const mayChoose = useRoom((view) => mayChooseAgent(view.me));
  return (
    <Dialog title={strings.agents.title} onClose={onClose}>
      <ul className="grid gap-2.5">
        {agents.map((agent) => (
          <AgentLine
            key={agent.agentId}
            agent={agent}
            isChosen={agents.length > 1 && agent.agentId === ui.agentId}
            mayChoose={mayChoose}
            {...(agents.length > 1 && {
              onSpeak: () => {
                ui.chooseAgent(agent.agentId);
                // On a phone this dialog lies over another view than the one where people speak.
                ui.showPhoneTab('session');
                onClose();
              },
            })}
          />
        ))}
      </ul>
      {mayChoose ? <StartAgent /> : null}
    </Dialog>
  );
}

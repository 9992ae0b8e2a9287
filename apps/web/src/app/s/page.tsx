import { ConnectedRoom } from '../../features/connection/connected-room.tsx';

export default function Room() {
  return <ConnectedRoom />;
}

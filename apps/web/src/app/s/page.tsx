import { Mark } from '../../ui/mark.tsx';

export default function Room() {
  return (
    <main>
      <Mark withName />
    </main>
  );
}

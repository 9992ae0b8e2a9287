import { strings } from '../strings.ts';

export default function Home() {
  return (
    <main>
      <h1>{strings.landing.title}</h1>
    </main>
  );
}

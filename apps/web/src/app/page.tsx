import { LandingPage } from '../features/landing/landing-page.tsx';

export default function Home() {
  return <LandingPage />;
}

export default function smallerSodium(source: string): string;

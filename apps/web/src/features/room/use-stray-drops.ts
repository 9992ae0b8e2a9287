'use client';
import { useEffect } from 'react';

/** A browser opens a file that is dropped where nobody takes it, in place of the page: the room would be gone. */
export function useStrayDrops(): void {
  useEffect(() => {
    const stop = (event: DragEvent) => {
      if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', stop);
    window.addEventListener('drop', stop);
    return () => {
      window.removeEventListener('dragover', stop);
      window.removeEventListener('drop', stop);
    };
  }, []);
}

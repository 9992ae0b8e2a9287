/** The retry loop as git shows it. */
export const deliverHunks = `@@ -1,2 +1,3 @@
 import { sign } from "./sign";
+import { delayFor, MAX_ATTEMPTS } from "./backoff";
 
@@ -11,6 +12,14 @@ type Hook = { url: string; secret: string };
 export async function deliver(hook: Hook, job: Job) {
   const body = JSON.stringify(job);
-  const res = await post(hook, body);
-  if (!res.ok) throw new DeliveryError(res.status);
-  return res.status;
+  for (let attempt = 1; ; attempt++) {
+    const res = await post(hook, body);
+    if (res.ok) return res.status;
+    if (!isRetryable(res) || attempt === MAX_ATTEMPTS) {
+      throw new DeliveryError(res.status, attempt);
+    }
+    await sleep(delayFor(attempt, retryAfter(res)));
+  }
 }
+
+const isRetryable = ({ status }: Response) =>
+  status === 429 || status >= 500;`;

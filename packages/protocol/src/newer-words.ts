import * as v from 'valibot';

/**
 * A list of words in what the host says, which a newer host may have made longer: one that this version does not know
 * reads as `otherwise`, and all else that was said with it is still of use (B07).
 */
export const wordOr = <const Word extends string, const Otherwise extends string>(
  words: readonly Word[],
  otherwise: Otherwise,
) => v.fallback(v.picklist<readonly (Word | Otherwise)[]>([...words, otherwise]), otherwise);

/** Entries that this version cannot read are left out, the others kept. */
export const knownOf = <const Schema extends v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>>(schema: Schema) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((entries): v.InferOutput<Schema>[] =>
      entries.flatMap((entry) => {
        const parsed = v.safeParse(schema, entry);
        return parsed.success ? [parsed.output] : [];
      }),
    ),
  );

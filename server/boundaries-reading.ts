/** What boundaries.ts reads out of a source text: its imports, and the schemas that its SQL writes. */

/** Comments speak of other slices all the time. A comment begins a line or follows a space, which no glob or address in quotes does. */
export function withoutComments(source: string): string {
  return source.replace(/(^|[\s({[,;=])\/\*[\s\S]*?\*\//g, '$1 ').replace(/(^|\s)\/\/.*$/gm, '$1')
}

export interface Import {
  specifier: string
  /** Type-only and lazy imports tie no knot while the program loads. */
  isLoadedAtStart: boolean
}

const importForms: readonly RegExp[] = [
  /\bimport\s*(?<type>type\b(?!\s*from\b))?[\w\s{},*$]*?\bfrom\s*(['"])(?<specifier>[^'"\n]+)\2/g,
  /\bexport\s*(?<type>type\b)?\s*(?:\*(?:\s*as\s+[\w$]+)?|\{[^}]*\})\s*from\s*(['"])(?<specifier>[^'"\n]+)\2/g,
  /\bimport\s*(['"])(?<specifier>[^'"\n]+)\1/g,
  // `import('x')`, also where only its type is taken, `require('x')`, and the globs that Vite expands.
  /\b(?<lazy>import\s*(?=\()|require\s*(?=\()|import\.meta\.glob[^(]*)\(\s*\[?\s*(['"`])(?<specifier>[^'"`\n]+)\2/g,
]

export function importsOf(source: string): Import[] {
  return importForms
    .flatMap((form) => [...source.matchAll(form)])
    .map(({ groups }) => ({ specifier: groups?.['specifier'] ?? '', isLoadedAtStart: !groups?.['type'] && !groups?.['lazy'] }))
}

const writing = /\b(insert\s+into|update|delete\s+from|truncate(?:\s+table)?|merge\s+into)\s+(?:only\s+)?"?(\w+)"?(\s*\.\s*"?\w)?/gi

/** The schemas that statements in this text write. Without a schema where the verb leaves no doubt that it is SQL. */
export function schemasWrittenBy(source: string): { schema?: string; statement: string }[] {
  return [...source.matchAll(writing)].flatMap(([statement, verb = '', name = '', table]) => {
    if (table) return [{ schema: name, statement }]
    // `for update`, `do update set` and plain English also say "update"; an unqualified table after these verbs is a slip.
    return /^(insert|delete|merge)/i.test(verb) ? [{ statement: statement.replace(/\s+/g, ' ') }] : []
  })
}

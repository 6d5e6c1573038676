// What the code claims of its queries’ rows, as TypeScript’s own checker understands it. TypeScript calls this way to ask it unstable: its version is exact.
import { relative } from 'node:path'
import { computeLineStarts, type CallExpression, type Node, type SourceFile } from 'typescript/unstable/ast'
import { isCallExpression, isIdentifier, isPropertyAccessExpression } from 'typescript/unstable/ast/is'
import { API, TypeFlags, type Checker, type Project, type Type } from 'typescript/unstable/sync'

/** What may stand in a property. */
export interface Claim {
  /** `string`, `number`, `boolean`, `Date`, `Buffer`, `object`, `object with Date`, and with `[]` a list of it; `anything` fits all. */
  kinds: string[]
  /** All of them, where the type is a union of literal strings. */
  words?: string[]
  mayBeNull: boolean
  mayBeMissing: boolean
}

/** A call that asks the database. */
export interface Site {
  /** A file from the project's root, line and column of the call's name. */
  place: string
  /** By the column's name; undefined where nothing is claimed: the rows are not looked into, or there are none. */
  row: Record<string, Claim> | undefined
}

/** What asks the database, by its name in platform/db: where the row stands in what it promises. */
const rowIn: Record<string, (type: Type, checker: Checker) => Type | undefined> = {
  many: (type, checker) => elementOf(type, checker),
  maybe: (type) => type,
  one: (type) => type,
  run: () => undefined,
  listed: (type, checker) => elementOf(propertyOf(type, 'rows', checker), checker),
  countAll: () => undefined,
  countUpTo: () => undefined,
}

const aNumber: Claim = { kinds: ['number'], mayBeNull: false, mayBeMissing: false }

/** @param wanted which files, by their path from the root */
export function readSites(root: string, wanted: (file: string) => boolean): Site[] {
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProjects: [`${root}/tsconfig.json`] }).getProjects()
    if (!project) throw new Error('there is no tsconfig.json to read the program by')
    return project.program
      .getSourceFileNames()
      .map((name) => relative(root, name))
      .filter(wanted)
      .flatMap((file) => sitesOf(project, file, `${root}/${file}`))
  } finally {
    api.close()
  }
}

function sitesOf({ program, checker }: Project, file: string, path: string): Site[] {
  const source = program.getSourceFile(path)
  if (!source) return []
  const lines = computeLineStarts(source.text)
  const sites: Site[] = []
  const visit = (node: Node): void => {
    const name = isCallExpression(node) ? nameOf(node) : undefined
    if (name && isCallExpression(node)) {
      const place = `${file}:${positionOf(name, source, lines)}`
      const promised = promisedBy(node, checker)
      const row = promised && claimsOf(rowIn[name.text]?.(promised, checker), checker)
      // `listed` takes the total out of the rows.
      if (promised) sites.push({ place, row: row && name.text === 'listed' ? { ...row, total: aNumber } : row })
    }
    node.forEachChild(visit)
  }
  visit(source)
  return sites
}

function nameOf({ expression }: CallExpression) {
  const name = isPropertyAccessExpression(expression) ? expression.name : expression
  return isIdentifier(name) && Object.hasOwn(rowIn, name.text) ? name : undefined
}

/** What the call promises, if it is one of platform/db. */
function promisedBy(call: CallExpression, checker: Checker): Type | undefined {
  const signature = checker.getResolvedSignature(call)
  if (!signature?.declaration?.path.includes('/server/platform/db/')) return undefined
  const promise = checker.getReturnTypeOfSignature(signature)
  return promise?.isTypeReference() ? checker.getTypeArguments(promise)[0] : undefined
}

function positionOf(name: Node, source: SourceFile, lines: readonly number[]): string {
  const start = name.getStart(source)
  const line = lines.findLastIndex((begin) => begin <= start)
  return `${line + 1}:${start - (lines[line] ?? 0) + 1}`
}

function elementOf(type: Type | undefined, checker: Checker): Type | undefined {
  return type?.isTypeReference() ? checker.getTypeArguments(type)[0] : undefined
}

function propertyOf(type: Type, name: string, checker: Checker): Type | undefined {
  const property = checker.getPropertyOfType(type, name)
  return property && checker.getTypeOfSymbol(property)
}

/** A row that is one thing or another claims what all of them have. One without names, or whose names depend on a type parameter, claims nothing. */
function claimsOf(row: Type | undefined, checker: Checker): Site['row'] {
  const object = row && checker.getNonNullableType(row)
  const properties = object ? checker.getPropertiesOfType(object) : []
  if (properties.length === 0) return undefined
  return Object.fromEntries(properties.map((property) => [property.name, claimOf(checker.getTypeOfSymbol(property), checker)]))
}

function claimOf(type: Type | undefined, checker: Checker): Claim {
  const parts = partsOf(type)
  const values = parts.filter(isSomething)
  const words = values.flatMap((part) => (part.isStringLiteralType() ? [part.value] : []))
  return {
    kinds: kindsOf(type, checker),
    ...(words.length > 0 && words.length === values.length && { words }),
    mayBeNull: parts.some(({ flags }) => flags & (TypeFlags.Null | TypeFlags.AnyOrUnknown)),
    mayBeMissing: parts.some(({ flags }) => flags & TypeFlags.Undefined),
  }
}

function kindOf(type: Type, checker: Checker, depth: number): string {
  if (type.flags & TypeFlags.StringLike) return 'string'
  if (type.flags & TypeFlags.NumberLike) return 'number'
  if (type.flags & TypeFlags.BooleanLike) return 'boolean'
  if (!(type.flags & (TypeFlags.Object | TypeFlags.Intersection))) return 'anything'
  if (checker.isArrayLikeType(type)) return `${kindsOf(elementOf(type, checker), checker, depth).join(' | ')}[]`
  const name = type.getSymbol()?.name
  if (name === 'Date' || name === 'Buffer') return name
  // As deep as anybody nests a document.
  if (depth === 4) return 'object'
  const parts = checker.getPropertiesOfType(type).flatMap((property) => kindsOf(checker.getTypeOfSymbol(property), checker, depth + 1))
  return parts.some((part) => part.includes('Date')) ? 'object with Date' : 'object'
}

function kindsOf(type: Type | undefined, checker: Checker, depth = 0): string[] {
  const values = partsOf(type).filter(isSomething)
  return [...new Set(values.map((part) => kindOf(part, checker, depth)))]
}

const partsOf = (type: Type | undefined): readonly Type[] => (!type ? [] : type.isUnionType() ? type.getTypes() : [type])

const isSomething = ({ flags }: Type) => !(flags & (TypeFlags.Null | TypeFlags.Undefined))

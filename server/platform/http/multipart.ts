// A multipart body: files go to storage's incoming place as they stream in, the other parts become the body's fields.
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import type { ReceivedFile } from '#server/platform/storage/receive.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

export interface Multipart {
  fields: Record<string, unknown>
  files: Record<string, ReceivedFile>
}

export async function readMultipart(storage: Storage, row: Endpoint, request: FastifyRequest): Promise<Multipart> {
  const rules = row.uploads ?? {}
  const fields: Record<string, unknown> = {}
  const files: Record<string, ReceivedFile> = {}
  const largest = Math.max(...Object.values(rules).map((rule) => rule.maxBytes))
  try {
    for await (const part of request.parts({
      limits: { fileSize: largest, files: Object.keys(rules).length, fields: 60, fieldSize: 64 * 1024, parts: 80 },
    })) {
      if (part.type === 'field') {
        addField(fields, part.fieldname, part.value)
        continue
      }
      const rule = rules[part.fieldname]
      if (!rule || files[part.fieldname]) {
        part.file.resume()
        throw new Refusal('invalid', {}, [{ field: part.fieldname.slice(0, 100), code: rule ? 'repeated' : 'unknown' }])
      }
      const file = await storage.receive(part.file, {
        field: part.fieldname,
        name: part.filename,
        maxBytes: rule.maxBytes,
        sealed: rule.sealed ?? false,
      })
      // A file input that was left empty sends a part of no bytes.
      if (file.bytes === 0) await file.remove()
      else files[part.fieldname] = file
    }
    for (const [field, rule] of Object.entries(rules)) {
      if (rule.required && !files[field]) throw new Refusal('file_required', {}, [{ field, code: 'file_required' }])
    }
  } catch (error) {
    // What is still to come is not parsed any more.
    request.raw.unpipe().resume()
    await Promise.all(Object.values(files).map((file) => file.remove()))
    throw isMalformed(error) ? new Refusal('invalid') : error
  }
  return { fields, files }
}

/** What the parser says of a body that is no multipart, or that ends before its end: the sender's fault and no bug of ours. */
function isMalformed(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(Unexpected end of (form|file|multipart data)|Multipart: Boundary not found|Malformed part header|Premature close|Part terminated early)/.test(
      error.message,
    )
  )
}

/** A field sent twice is a list, as browsers send one. */
function addField(fields: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') refuse('invalid')
  const before = Object.hasOwn(fields, name) ? fields[name] : undefined
  fields[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value]
}

import { E_BAD_REQUEST } from '#kernel/errors/main'

export interface PartHead {
  name: string
  /** `null` for a field of text; empty where a form was sent without choosing a file. */
  filename: string | null
}

const DISPOSITION = /^content-disposition:[ \t]*form-data/im
const ENCODING = /^content-transfer-encoding:[ \t]*(\S+)/im
const PLAIN = ['7bit', '8bit', 'binary']
/** Sticky: what does not go on as a parameter ends the search, so that no text is looked at twice. */
const PARAMETER = /[ \t]*;[ \t]*([\w-]+\*?)=(?:"((?:[^"\\\r\n]|\\[^\r\n])*)"|([^;"\s]*))/y
const IN_UTF8 = /^utf-8''(.*)$/i

/**
 * What a part of a form says of itself (RFC 7578 §4.2). Of a file's name both spellings are known.
 *
 * @throws E_BAD_REQUEST for a part that is encoded
 */
export function partHead(head: string): PartHead {
  const encoding = ENCODING.exec(head)?.[1]?.toLowerCase()
  if (encoding !== undefined && !PLAIN.includes(encoding))
    throw new E_BAD_REQUEST('Send parts as they are, without a Content-Transfer-Encoding')

  const parameters = parametersOf(head)
  return {
    name: parameters.get('name') ?? '',
    filename: inUtf8(parameters.get('filename*')) ?? parameters.get('filename') ?? null,
  }
}

function parametersOf(head: string): Map<string, string> {
  const parameters = new Map<string, string>()
  const disposition = DISPOSITION.exec(head)
  if (!disposition) return parameters

  PARAMETER.lastIndex = disposition.index + disposition[0].length
  for (let found = PARAMETER.exec(head); found; found = PARAMETER.exec(head)) {
    const [, name = '', quoted, bare = ''] = found
    parameters.set(name.toLowerCase(), quoted?.replace(/%22|\\"/g, '"') ?? bare)
  }
  return parameters
}

function inUtf8(value: string | undefined): string | null {
  const encoded = IN_UTF8.exec(value ?? '')?.[1]
  if (encoded === undefined) return null
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}

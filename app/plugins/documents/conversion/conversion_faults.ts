import { E_FORBIDDEN, E_NOT_FOUND, E_PAYLOAD_TOO_LARGE, E_UNAVAILABLE } from '#kernel/errors/main'
import { say, type Text } from '#kernel/languages/main'
import { fileErrors } from '#plugins/files/main'
import { ConverterError } from '../editor/converter_service.js'

/** Why a conversion failed: a stable reason, and what to do in words. */
export interface ConversionFault {
  reason: string
  message: Text
}

const fault = (reason: string, message: Text): ConversionFault => ({ reason, message })

const UNABLE = say`The document server cannot convert it; open it in the editor, save it, and try again`
const NOT_FETCHED = say`The document server could not fetch the document; have the connection checked (editor diagnosis)`
const NOT_SIGNED = say`The document server does not accept our signature; have the connection checked (editor diagnosis)`
const LOCKED = say`It is protected by a password; take the password off and try again`
const LARGE = say`The document or the result is too large; make it smaller and try again`
const NO_ROOM = say`The files of the user take as much room as they may; delete some first`
const NOT_PERMITTED = say`The document is gone, or the user may no longer read it or keep the result`
const NO_RESULT = say`The result could not be fetched and stored, or is damaged; try again later`

export const TOOK_TOO_LONG = fault(
  'E_CONVERSION_TIMEOUT',
  say`The document server did not finish in time; try again later`
)

const OF_SERVER: Readonly<Record<number, ConversionFault>> = {
  [ConverterError.timeout]: TOOK_TOO_LONG,
  [ConverterError.download]: fault('E_CONVERSION_SOURCE', NOT_FETCHED),
  [ConverterError.password]: fault('E_CONVERSION_PASSWORD', LOCKED),
  [ConverterError.token]: fault('E_CONVERSION_TOKEN', NOT_SIGNED),
  [ConverterError.size]: fault('E_CONVERSION_SIZE', LARGE),
}

/** What the document server says. */
export function faultOf(code: number): ConversionFault {
  return OF_SERVER[code] ?? fault('E_CONVERSION_FAILED', UNABLE)
}

/** What happened here; `undefined` for an error that nobody expects. */
export function faultFor(error: unknown): ConversionFault | undefined {
  if (error instanceof fileErrors.E_STORAGE_FULL) return fault('E_STORAGE_FULL', NO_ROOM)
  if (error instanceof E_PAYLOAD_TOO_LARGE) return fault('E_CONVERSION_SIZE', LARGE)
  if (error instanceof E_UNAVAILABLE) return fault('E_CONVERSION_RESULT', NO_RESULT)
  const isRefused = error instanceof E_FORBIDDEN || error instanceof E_NOT_FOUND
  return isRefused ? fault('E_FORBIDDEN', NOT_PERMITTED) : undefined
}

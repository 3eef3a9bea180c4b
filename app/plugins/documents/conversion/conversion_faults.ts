import { ConverterError } from '../editor/converter_service.js'

/** Why a conversion failed: a stable reason, and what to do in words. */
export interface ConversionFault {
  reason: string
  message: string
}

const UNKNOWN: ConversionFault = {
  reason: 'E_CONVERSION_FAILED',
  message: 'The document server could not convert it; try again later',
}

const BY_CODE = new Map<number, ConversionFault>([
  [ConverterError.timeout, slow('The document server gave it up: it took too long over there')],
  [
    ConverterError.conversion,
    {
      reason: 'E_CONVERSION_FAILED',
      message:
        'The document server cannot convert it; open it in the editor, save it, and try again',
    },
  ],
  [
    ConverterError.download,
    {
      reason: 'E_CONVERSION_SOURCE',
      message:
        'The document server could not fetch the document; have the connection checked (editor diagnosis)',
    },
  ],
  [
    ConverterError.password,
    {
      reason: 'E_CONVERSION_PASSWORD',
      message: 'It is protected by a password; take the password off and try again',
    },
  ],
  [
    ConverterError.token,
    {
      reason: 'E_CONVERSION_TOKEN',
      message:
        'The document server does not accept our signature; have the connection checked (editor diagnosis)',
    },
  ],
  [
    ConverterError.size,
    {
      reason: 'E_CONVERSION_SIZE',
      message: 'It is larger than the document server converts; make it smaller and try again',
    },
  ],
])

export function faultOf(code: number): ConversionFault {
  return BY_CODE.get(code) ?? UNKNOWN
}

export function slow(message: string): ConversionFault {
  return { reason: 'E_CONVERSION_TIMEOUT', message }
}

export const AWAY = slow('The document server did not answer in time; try again later')

export const UNFETCHED: ConversionFault = {
  reason: 'E_CONVERSION_RESULT',
  message: 'What the document server made could not be fetched from there, or is damaged',
}

export const TOO_LARGE: ConversionFault = {
  reason: 'E_CONVERSION_SIZE',
  message: 'What came of it is larger than files may be here',
}

export const NO_ROOM: ConversionFault = {
  reason: 'E_STORAGE_FULL',
  message: 'The files of whoever asked for it take as much room as they may; delete some first',
}

export const NOT_PERMITTED: ConversionFault = {
  reason: 'E_FORBIDDEN',
  message: 'Whoever asked for it may not keep the result any more',
}

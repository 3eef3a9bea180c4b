import { inject } from '@adonisjs/core'
import { ConverterError } from '../editor/converter_service.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { failed, skipped, type Finding } from './finding.js'
import { PatientConverter } from './patient_converter.js'
import { isPrivate } from './private_address.js'

export const FETCHING = 'fetching'

/** What the other checks have found. */
export interface Circumstances {
  /** Whether the document server looks at signatures. */
  isSigned: boolean
  /** Whether our address is ours, seen from here. */
  isOurs: boolean
  /** Whether whoever answers there can serve. */
  isWell: boolean
}

/** Says why the document server does not fetch from us, though it tried. */
@inject()
export class UnreachedDiagnosis {
  constructor(
    private readonly settings: EditorSettings,
    private readonly converter: PatientConverter
  ) {}

  async explain({ isSigned, isOurs, isWell }: Circumstances): Promise<Finding> {
    const base = this.settings.publicUrl('')
    const detail = `It cannot fetch from ${base}`
    if (!isOurs) {
      return failed(FETCHING, detail, 'Set EDITOR_PUBLIC_BASE_URL to an address that is ours')
    }
    if (!isWell) return skipped(FETCHING, `${detail}, but our service is not well; mend that first`)
    const isInside = await isPrivate(base)
    if (isInside && !isSigned) {
      const reason = `${detail}: that is a private address, which it calls for signed orders alone`
      return failed(FETCHING, reason, 'Switch its JWT on; nothing else has to be opened')
    }
    if (isInside && (await this.#fetchesNothingInside())) {
      const reason = `${detail}: its address filter keeps it from private addresses`
      return failed(FETCHING, reason, filterRemedy(base))
    }
    const remedy = `Let the network of the document server reach ${base}/actuator/health, and set EDITOR_PUBLIC_BASE_URL to the name we have there`
    return failed(FETCHING, `${detail}, though we reach it from here`, remedy)
  }

  /** Where it has a private address itself, it must be able to fetch from there unless it is kept from it. */
  async #fetchesNothingInside(): Promise<boolean> {
    const { serverBase } = this.settings
    if (!(await isPrivate(serverBase))) return false
    const url = `${serverBase}/healthcheck`
    const end = await this.converter.try({ url, fileType: 'txt', outputType: 'pdf' })
    return typeof end === 'object' && 'error' in end && end.error === ConverterError.download
  }
}

function filterRemedy(base: string): string {
  return `In externalRequest.directIfIn of the document server, leave jwtToken at true and allowList empty, or put ${base} into allowList`
}

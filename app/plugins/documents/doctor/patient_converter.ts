import { inject } from '@adonisjs/core'
import { randomUUID } from 'node:crypto'
import { Refusal } from '#kernel/http/define_error'
import { ConverterService, type ConversionEnd } from '../editor/converter_service.js'
import { EditorSettings } from '../editor/editor_settings.js'

export interface Trial {
  url: string
  fileType: string
  outputType: string
}

/** Tries a conversion for as long as somebody who waits for the doctor will. */
@inject()
export class PatientConverter {
  constructor(
    private readonly settings: EditorSettings,
    private readonly converter: ConverterService
  ) {}

  async try(trial: Trial): Promise<ConversionEnd | Refusal | 'endless'> {
    const signal = AbortSignal.timeout(this.settings.config.probeSeconds * 1000)
    try {
      return await this.converter.complete({ key: randomUUID(), ...trial }, { signal })
    } catch (error) {
      if (error instanceof Refusal) return error
      if (signal.aborted) return 'endless'
      throw error
    }
  }
}

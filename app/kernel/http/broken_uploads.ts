import type { EventEmitter } from 'node:events'
import multiparty from '@poppinss/multiparty'

const survived = Symbol.for('chancery.brokenUploads')

/**
 * A multipart body that breaks off fails the part that was being read as well as the form. Of a part that nobody reads,
 * such as one of an unknown field, nobody hears that failure, and an unheard failure ends the process: any client could
 * end it. From now on every part has a listener; the form reports the same failure to who reads it.
 */
export function surviveBrokenUploads(): void {
  const forms = multiparty.Form.prototype as EventEmitter & { [survived]?: true }
  if (forms[survived]) return

  const { emit } = forms
  forms[survived] = true
  forms.emit = function (this: EventEmitter, event: string | symbol, ...details: unknown[]) {
    if (event === 'part') (details[0] as EventEmitter).on('error', heardByTheForm)
    return emit.call(this, event, ...details)
  }
}

function heardByTheForm(): void {}

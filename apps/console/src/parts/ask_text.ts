import { ElMessageBox } from 'element-plus/es/components/message-box/index.mjs'
import 'element-plus/es/components/message-box/style/css.mjs'
import 'element-plus/es/components/input/style/css.mjs'
import { t } from '../texts'

interface Asked {
  title: string
  label: string
  /** What is there already. */
  value?: string
  type?: 'text' | 'password'
  /** On the button; "Save" unless said otherwise. */
  confirm?: string
}

/** Asks for one line, which must not be blank; `null` when it is cancelled. */
export async function askText(asked: Asked): Promise<string | null> {
  const { title, label, value, type, confirm = t('action.save') } = asked
  const answer = await ElMessageBox.prompt(label, title, {
    inputValue: value,
    inputType: type,
    inputPattern: /\S/,
    confirmButtonText: confirm,
    cancelButtonText: t('action.cancel'),
  }).catch(() => null)
  return answer && (answer as { value: string }).value
}

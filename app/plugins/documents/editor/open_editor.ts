import { inject } from '@adonisjs/core'
import { Gate } from '#kernel/permissions/gate'
import { actAsOperator, currentOperator } from '#kernel/operator/acting'
import type { Operator } from '#kernel/operator/operator'
import { DepartmentNames, People } from '#plugins/identity/main'
import { documentTypeOf } from '../document_types.js'
import { E_EDITOR_OFF } from '../errors.js'
import Document from '../models/document.js'
import { documentPermissions } from '../permissions.js'
import { isChangeable } from '../versions/document_state.js'
import { signForEditor } from './editor_jwt.js'
import { EditorSettings } from './editor_settings.js'
import type { EditorTokens } from './editor_tokens.js'

export interface EditorWishes {
  type: 'desktop' | 'mobile' | 'embedded'
  lang: string
  /** Look at it only, also where editing is permitted. */
  view: boolean
}

const LONGEST_TITLE = 128
const CONFIG_SECONDS = 3600

/** Makes the configuration with which a browser opens a document in the editor. */
@inject()
export class OpenEditor {
  constructor(
    private readonly settings: EditorSettings,
    private readonly gate: Gate,
    private readonly departments: DepartmentNames,
    private readonly people: People
  ) {}

  /** @throws E_EDITOR_OFF */
  async handle(document: Document, wishes: EditorWishes) {
    const { tokens, off, secret, scriptUrl } = this.settings
    if (!tokens) throw new E_EDITOR_OFF(off!)

    const operator = currentOperator()
    const edit = !wishes.view && (await this.#mayEdit(document, operator))
    const signed = {
      type: wishes.type,
      documentType: documentTypeOf(document.fileType)!,
      document: await this.#document(document, operator, { edit, tokens }),
      editorConfig: await this.#editorConfig(document, operator, {
        edit,
        tokens,
        lang: wishes.lang,
      }),
    }
    return { ...signed, token: await signForEditor(secret, signed, CONFIG_SECONDS), scriptUrl }
  }

  async #mayEdit(document: Document, operator: Operator): Promise<boolean> {
    if (!isChangeable(document)) return false
    const permission = documentPermissions.edit.code
    const grant = await this.gate.grantOf(operator, permission)
    if (!grant) return false
    const acting = { operator, permission, reach: grant.reach }
    return (await actAsOperator(acting, () => Document.find(document.id))) !== null
  }

  async #document(
    document: Document,
    { id: user }: Operator,
    { edit, tokens }: { edit: boolean; tokens: EditorTokens }
  ) {
    const { id, latestFileId: file } = document
    const owner = await this.#nameOf(document.ownerId)
    const token = await tokens.forContent({ doc: id, file, user })
    return {
      fileType: document.fileType,
      key: document.editorKey,
      title: shortened(document.title, document.fileType),
      url: this.settings.publicUrl(`/app/document/content/${id}?token=${token}`),
      permissions: permissionsOf(edit),
      info: { owner, uploaded: document.createdAt.toUTC().toISO()! },
    }
  }

  async #nameOf(ownerId: number | null): Promise<string> {
    if (!ownerId) return ''
    return (await this.people.cardsOf([ownerId])).get(ownerId)?.nickname ?? ''
  }

  async #editorConfig(
    { id, editorKey: key }: Document,
    operator: Operator,
    { edit, tokens, lang }: { edit: boolean; tokens: EditorTokens; lang: string }
  ) {
    const { id: user, nickname: name } = operator
    const group = await this.departments.ofOperator(operator)
    const callback = () => tokens.forCallback({ doc: id, key, user })
    return {
      ...(edit
        ? {
            callbackUrl: this.settings.publicUrl(
              `/app/document/callback/${id}?token=${await callback()}`
            ),
          }
        : {}),
      lang,
      mode: edit ? ('edit' as const) : ('view' as const),
      user: { id: String(user), name, ...(group ? { group } : {}) },
      customization: { forcesave: edit, autosave: edit },
    }
  }
}

function permissionsOf(edit: boolean) {
  return {
    edit,
    comment: edit,
    review: edit,
    fillForms: edit,
    chat: edit,
    copy: true,
    download: true,
    print: true,
  }
}

function shortened(title: string, fileType: string): string {
  const stem = [...title]
  const room = LONGEST_TITLE - fileType.length - 1
  while (stem.join('').length > room) stem.pop()
  return `${stem.join('')}.${fileType}`
}

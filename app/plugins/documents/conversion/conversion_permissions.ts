import type { Permission } from '#kernel/permissions/define_permissions'
import { filePermissions } from '#plugins/files/main'
import type { ConversionResultKind } from '../models/document_conversion.js'
import { documentPermissions } from '../permissions.js'

const PERMISSIONS: Record<ConversionResultKind, Permission> = {
  download: documentPermissions.show,
  file: filePermissions.upload,
  document: documentPermissions.create,
}

/** What somebody must hold, beyond seeing the document, to keep the result. */
export function permissionFor(result: ConversionResultKind): Permission {
  return PERMISSIONS[result]
}

import type { Texts } from '#kernel/languages/main'
import { notices } from './zh_notices.js'

const texts: Texts = {
  ...notices,

  'Documents with versions and review, edited in an external editor':
    '带版本和审核的文档，在外部编辑器中编辑',
  // Menus and permissions
  'Documents': '文档',
  'Templates': '模板',
  'Trash': '回收站',
  'List documents': '查看文档列表',
  'See, open and download documents': '查看、打开和下载文档',
  'Create documents': '新建文档',
  'Edit and rename documents': '编辑和重命名文档',
  'Comment on documents': '批注文档',
  'Propose changes to documents, for others to accept': '以修订方式修改文档，由他人接受',
  'Fill in the forms of documents': '填写文档表单',
  'Delete documents': '删除文档',
  'Export documents with all their versions': '导出文档及其全部版本',
  'Restore an earlier version': '恢复历史版本',
  'Put people out of documents that they edit': '将正在编辑的人移出文档',
  'Go on without changes that the document server has not saved':
    '放弃文档服务器尚未保存的更改并继续',
  'Submit documents for review': '提交文档审核',
  'Review documents': '审核文档',
  'Share documents, and see whom they are shared with': '共享文档，并查看共享对象',
  'List deleted documents': '查看已删除的文档',
  'Take documents out of the trash': '从回收站还原文档',
  'Delete documents for good': '永久删除文档',
  'List templates': '查看模板列表',
  'See and download templates': '查看和下载模板',
  'Create templates': '新建模板',
  'Rename templates': '重命名模板',
  'Delete templates': '删除模板',
  'Put templates online and offline': '上线和下线模板',
  'Check the connection to the document server': '检查与文档服务器的连接',

  // Documents and templates
  'This template is offline; choose another one or ask for it to be put online':
    '该模板已下线；请选择其他模板，或申请将其上线',
  'There is no such template': '该模板不存在',
  'Name a template or a type, not both': '请指定模板或类型之一，不能同时指定',
  'Somebody else created this template; ask them, or somebody who holds this permission for all rows':
    '该模板由他人创建；请联系创建者，或对全部数据拥有此权限的人',
  'The file of this document is gone': '该文档的文件已不存在',
  'This file is gone': '该文件已不存在',
  'Several documents are called so; choose one of them by its id':
    '有多个同名文档；请按 id 选择其一',
  '{0} cannot be deleted now; none was deleted': '{0} 现在不能删除；未删除任何文档',
  'This takes the permission “{0}” ({1}) here as well': '此处还需要权限“{0}”（{1}）',

  // States
  'The document’s present state does not allow this': '文档的当前状态不允许此操作',
  'The document is {0}, so {1}': '文档{0}，因此{1}',
  'a draft': '是草稿',
  'under review': '正在审核',
  'approved': '已通过审核',
  'returned': '已退回',
  'its title stays': '不能重命名',
  'it has no handlers': '没有审核人',
  'an earlier version of it cannot be restored': '不能恢复其历史版本',
  'there is nothing to review': '没有需要审核的内容',
  'it cannot be submitted': '不能提交',
  'there is no submission to take back': '没有可以撤回的提交',

  // Review
  'Choose at least one handler to submit the document to': '请至少选择一位审核人',
  'Only a handler whom the document was submitted to can review it':
    '只有该文档提交给的审核人才能审核',
  'You submitted this document, or wrote its present version alone, so somebody else has to approve it; return it, or have another handler named':
    '该文档由您提交，或其当前版本由您独自编写，因此须由他人通过；请退回，或另行指定审核人',
  'The document was submitted anew since you looked at it, and may have changed; open it again, then decide':
    '您查看之后，该文档又重新提交过，内容可能已变；请重新打开后再作决定',
  'Not within your reach, or without the right to review: {0}':
    '不在您的数据范围内，或没有审核权限：{0}',
  'submits the document': '提交了该文档',
  'wrote the present version alone': '独自编写了当前版本',
  'User {0} {1}, so somebody else has to approve it; name another handler':
    '用户 {0} {1}，因此须由他人通过；请另行指定审核人',

  // Shares
  'You do not hold this level of the document yourself; share it at one that you hold':
    '您自己没有该文档的此级别权限；请按您拥有的级别共享',
  'The document is shared with as many as there may be; share it with a department or a role instead, or take some back':
    '该文档的共享数已达上限；请改为共享给部门或角色，或取消一些共享',
  'You have the document already; share it with somebody else': '您已拥有该文档；请共享给他人',
  'The endsAt field must lie in the future': '字段 endsAt 必须晚于当前时间',
  'There is no such share': '该共享不存在',
  'There is no active user {0}': '没有启用的用户 {0}',
  'There is no active department {0}': '没有启用的部门 {0}',
  'There is no active role {0}': '没有启用的角色 {0}',
  'As many people as possible have been told': '已通知的人数达到上限',
  'You have looked for people as often as one may in a minute': '一分钟内查找人员的次数已达上限',
  'to look at': '查看',
  'to comment on': '批注',
  'to propose changes to': '修订',
  'to fill in': '填写',
  'to edit': '编辑',
  'documents that are shared with the user': '共享给该用户的文档',
  'Share the document with the user, their department or one of their roles':
    '将文档共享给该用户、其部门或其角色之一',
  ' until {0}': '，截至 {0}',
  '; {0} shared it': '，由 {0} 共享',
  'Share {0} hands it to {1} {2}{3}{4}': '共享 {0} 允许{1}{2}{3}{4}',
  'the user "{0}"': '用户“{0}”',
  'the department "{0}"': '部门“{0}”',
  'the role "{0}"': '角色“{0}”',

  // Editing
  'The editor cannot open files of this type': '编辑器不能打开此类型的文件',
  'Somebody is editing the document; wait until they are done, or have them disconnected':
    '有人正在编辑该文档；请等待其完成，或断开其连接',
  '{0} are editing the document; wait until they are done, or have them disconnected':
    '{0} 正在编辑该文档；请等待其完成，或断开其连接',
  '{0} is editing the document; wait until they are done, or have them disconnected':
    '{0} 正在编辑该文档；请等待其完成，或断开其连接',
  'Somebody': '有人',
  'Nobody is editing the document, so there is nothing to save':
    '没有人在编辑该文档，因此没有可保存的内容',
  'Nobody is in the document, but the document server holds changes that are not saved yet: open the document once in the editor and close it, then repeat. Whoever may give up changes can go on without them':
    '没有人在该文档中，但文档服务器上还有未保存的更改：请在编辑器中打开该文档再关闭，然后重试。有权放弃更改的人可以不保存而继续',
  'This person is not in the document': '此人不在该文档中',
  'They were told to leave and are still in the document; try again in a moment, or take the right to change it from them':
    '已要求其离开，但其仍在文档中；请稍候再试，或收回其修改权限',
  'They were told to leave and have not been saved yet; try again in a moment':
    '已要求其离开，但尚未保存；请稍候再试',
  'A save of it has just arrived; look at it, then repeat': '刚收到该文档的一次保存；请查看后重试',
  'Somebody opened the document in this moment; try again': '刚有人打开了该文档；请重试',
  'The document is being saved; open it again in a moment': '文档正在保存；请稍候重新打开',
  'Work in the document may not be saved yet, and the document server cannot be asked. {0}; then repeat':
    '文档中的工作可能尚未保存，而无法询问文档服务器。{0}；然后重试',

  // Versions and forms
  'This version is a form as somebody submitted it, on a page without fields: in place of the form nobody could fill it in any more. Download it instead, or restore a version of the form itself':
    '该版本是他人提交的表单，页面上没有可填写的字段：若取代原表单，将无人能再填写。请改为下载，或恢复表单本身的某个版本',
  'This version is under a password: what is changed in it could not be saved. Download it, take the password off in an office program, and make a document of it':
    '该版本受密码保护：其中的修改无法保存。请下载后在办公软件中取消密码，再用它新建文档',
  'This version is what is left of a failed save, and no file that the editor opens; download it instead':
    '该版本是一次失败保存的残留，编辑器无法打开；请改为下载',
  'This version holds macros: what is changed in it could not be saved. Convert it to .{0}, as a document, or save it as .{1} without macros in an office program, and make a document of that':
    '该版本含有宏：其中的修改无法保存。请将其转换为 .{0} 文档，或在办公软件中另存为不含宏的 .{1}，再用它新建文档',
  'No form was submitted with this version': '该版本没有提交的表单',
  'Whoever submitted the form may not fill it in': '提交者没有填写该表单的权限',

  // Conversions and sources
  'The document is larger than the 100 MB that the document server converts; make it smaller first':
    '文档超过文档服务器可转换的 100 MB；请先减小文档',
  'You have {0} conversions under way, and no more at a time; wait for one of them, or cancel it':
    '您有 {0} 个转换正在进行，已达上限；请等待其中之一完成，或将其取消',
  'nothing else': '（无）',
  'A .{0} can become {1} as a document': '.{0} 作为文档可以转换为：{1}',
  'A .{0} can become {1}': '.{0} 可以转换为：{1}',
  'Choose one of {0}': '请选择以下之一：{0}',
  'There is nothing to download of this conversion': '该转换没有可下载的内容',
  'Nothing within your reach is called so': '您的数据范围内没有此名称的内容',
  'Name a document, a file, reference data, a path or a link':
    '请指定文档、文件、引用数据、路径或链接',
  'a text document': '文字文档',
  'a table': '表格',
  'a table among the documents': '文档中的表格',
  'A .{0} does not fit here; choose {1}': '此处不能使用 .{0}；请选择{1}',
  'A .{0} is plain text, and whoever has its signed address could run it as a script of the document server; convert it first':
    '.{0} 是纯文本，持有其签名地址的人可将其作为文档服务器的脚本运行；请先转换',
  'The document server cannot convert it; open it in the editor, save it, and try again':
    '文档服务器无法转换；请在编辑器中打开并保存后重试',
  'The document server could not fetch the document; have the connection checked (editor diagnosis)':
    '文档服务器无法获取该文档；请检查连接（编辑器诊断）',
  'The document server does not accept our signature; have the connection checked (editor diagnosis)':
    '文档服务器不接受本服务的签名；请检查连接（编辑器诊断）',
  'It is protected by a password; take the password off and try again':
    '文档受密码保护；请取消密码后重试',
  'The document or the result is too large; make it smaller and try again':
    '文档或结果过大；请减小后重试',
  'The files of the user take as much room as they may; delete some first':
    '该用户的文件占用的空间已达上限；请先删除一些',
  'The document is gone, or the user may no longer read it or keep the result':
    '文档已不存在，或该用户不再有权读取文档或保存结果',
  'The result could not be fetched and stored, or is damaged; try again later':
    '结果无法获取和保存，或已损坏；请稍后再试',
  'The document server did not finish in time; try again later':
    '文档服务器未能及时完成；请稍后再试',

  // Document server
  'The document editor is switched off': '文档编辑器已关闭',
  'The document editor is switched off; set EDITOR_ENABLED=true':
    '文档编辑器已关闭；请设置 EDITOR_ENABLED=true',
  'EDITOR_JWT_SECRET is not set; set it to the secret of the document server':
    '未设置 EDITOR_JWT_SECRET；请设置为文档服务器的密钥',
  'EDITOR_JWT_SECRET has {0} bytes and needs at least {1}; set a longer one, here and in the document server':
    'EDITOR_JWT_SECRET 有 {0} 字节，至少需要 {1} 字节；请在此处和文档服务器中设置更长的密钥',
  'EDITOR_DOCUMENT_SERVER_URL is no http(s) address; set it to where browsers reach the document server':
    'EDITOR_DOCUMENT_SERVER_URL 不是 http(s) 地址；请设置为浏览器访问文档服务器的地址',
  'EDITOR_DOCUMENT_SERVER_INTERNAL_URL is no http(s) address; correct it or leave it out':
    'EDITOR_DOCUMENT_SERVER_INTERNAL_URL 不是 http(s) 地址；请更正或删除',
  'EDITOR_PUBLIC_BASE_URL is no http(s) address; set it to where the document server reaches this service':
    'EDITOR_PUBLIC_BASE_URL 不是 http(s) 地址；请设置为文档服务器访问本服务的地址',
  'The token is missing': '缺少令牌',
  'The token has expired; open the document again': '令牌已过期；请重新打开文档',
  'The token is invalid, or not for this': '令牌无效，或不适用于此',
  'The token is missing, invalid, or not for this': '令牌缺失、无效或不适用于此',
  'The address of the file cannot be read': '无法读取文件的地址',
  'The document server does not offer this file any more, or it is of another type; save the copy again':
    '文档服务器不再提供此文件，或文件类型不符；请重新保存副本',
  'The callback is not signed; set the secret in the document server':
    '回调没有签名；请在文档服务器中设置密钥',
  'The token in the header is no callback': '请求头中的令牌不是回调令牌',
  'The signature of the callback’s {0} {1}': '回调的 {0} 签名有问题：{1}',
  'The callback is of another session': '回调属于另一个会话',
  'The callback names no file': '回调没有指定文件',
  'The callback took longer than {0} s': '回调处理超过 {0} 秒',
  'This editing session is not known here': '此处没有该编辑会话',
  'The file is encrypted by its editor': '文件已被其编辑者加密',
  'The document server answers something else than a command service':
    '文档服务器的响应不是命令服务的响应',
  'The document server answers something else than a converter':
    '文档服务器的响应不是转换服务的响应',
  'The document server answered {0} instead of the file': '文档服务器返回了 {0}，而不是文件',
  'The file could not be fetched': '无法获取文件',
  'The file took too long to arrive (downloadSeconds and downloadIdleSeconds of config/editor.ts)':
    '获取文件耗时过长（见 config/editor.ts 的 downloadSeconds 和 downloadIdleSeconds）',
  '{0}; raise unpackedLimit of config/editor.ts': '{0}；请调高 config/editor.ts 的 unpackedLimit',
  'Nothing is there at {0}': '{0} 处没有内容',
  'The document server does not answer': '文档服务器没有响应',
  'The document server answers something else': '文档服务器的响应不符合预期',
  'The user of this address may no longer read this version': '该地址的用户不再有权读取此版本',
  'The editing session of this address has ended; open the document again':
    '该地址的编辑会话已结束；请重新打开文档',
  'The user this address was made for may no longer see the file': '该地址的用户不再有权查看此文件',
  'This address is no longer valid: {0}': '该地址已失效：{0}',
  'The user of this address may no longer read the document': '该地址的用户不再有权读取此文档',
  'The document server does not disconnect anybody (error {0}); try again, or run node ace editor:doctor':
    '文档服务器无法断开任何人（错误 {0}）；请重试，或运行 node ace editor:doctor',
  'The document server could not write the document; the changes are still in the editor. Try again, or run node ace editor:doctor':
    '文档服务器无法写入文档；更改仍在编辑器中。请重试，或运行 node ace editor:doctor',
  'The document server was told to save, but no save arrived; try again, or run node ace editor:doctor':
    '已要求文档服务器保存，但未收到保存；请重试，或运行 node ace editor:doctor',
  'The document server refused to save (error {0}); run node ace editor:doctor':
    '文档服务器拒绝保存（错误 {0}）；请运行 node ace editor:doctor',
  'The document server answers {0} with error {1}; try again, or run node ace editor:doctor':
    '文档服务器对 {0} 返回错误 {1}；请重试，或运行 node ace editor:doctor',
  'The document server answered, but its callback did not arrive; make sure that it reaches EDITOR_PUBLIC_BASE_URL (node ace editor:doctor), and try again':
    '文档服务器有响应，但未收到其回调；请确认它能访问 EDITOR_PUBLIC_BASE_URL（node ace editor:doctor），然后重试',
  'The document server does not say who edits (error {0}); try again, or run node ace editor:doctor':
    '文档服务器没有说明谁在编辑（错误 {0}）；请重试，或运行 node ace editor:doctor',
}

export default texts

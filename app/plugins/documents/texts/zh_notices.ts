import type { Texts } from '#kernel/languages/main'

/** What people are told of documents, and of what became of their work. */
export const notices: Texts = {
  'A document that you may not see (no. {0})': '您无权查看的文档（编号 {0}）',
  'a document that you may not see (no. {0})': '您无权查看的文档（编号 {0}）',

  'A document was shared with you': '有文档共享给您',
  '{0} gave you {1} {2}{3}.': '{0} 将 {1} 共享给您，可以{2}{3}。',
  ', until {0}': '，截至 {0}',
  '{0} mentioned you in {1}': '{0} 在 {1} 中提到了您',
  'Open the document to see where.': '打开文档查看具体位置。',

  '{0} was submitted to you': '{0} 已提交给您审核',
  '{0} asks you to review {1}, version {2}: approve it, or return it with a comment.':
    '{0} 请您审核 {1} 的版本 {2}：请通过，或附上意见退回。',
  'You need not review {0} any more': '您无需再审核 {0}',
  '{0} took back what was submitted to you of {1}. There is nothing to do.':
    '{0} 撤回了提交给您的 {1}。您无需处理。',
  '{0} was approved': '{0} 已通过审核',
  '{0} was returned': '{0} 已退回',
  '{0} approved version {1} of {2}.': '{0} 通过了 {2} 的版本 {1}。',
  '{0} returned version {1} of {2}.': '{0} 退回了 {2} 的版本 {1}。',
  ' Change it and submit it again.': '请修改后重新提交。',

  'A form was submitted': '收到一份表单',
  '{0} submitted {1}. It was saved as version {2}, with what was filled in; the form itself stays as it is.{3}':
    '{0} 提交了 {1}。填写的内容已保存为版本 {2}；表单本身保持不变。{3}',
  ' You are not told of what else is submitted within the hour: the versions of the document hold all of it.':
    '一小时内的其他提交将不再通知您：它们都保存在文档的版本中。',

  'Changes may be missing': '可能有更改丢失',
  'An editing session of {0} that you could write in ended without a last save: the document server was probably interrupted. Check whether something of yours is missing in version {1}, which is the current one. If the document is still open in your browser, copy what you need before you close it.':
    '您可以编辑的 {0} 的一个编辑会话在没有最后保存的情况下结束：文档服务器可能被中断。请检查当前版本 {1} 中是否缺少您的内容。如果该文档仍在您的浏览器中打开，请在关闭前复制所需内容。',
  'A document was closed without a last save': '文档关闭时没有最后保存',
  'An editing session of {0} that you could write in was saved and then closed as if nothing had changed: everything was undone, or the last changes did not arrive. Version {1}, which was saved on the way, is the current one. To go back, restore an earlier version.':
    '您可以编辑的 {0} 的一个编辑会话曾保存过，随后却按没有更改关闭：可能所有更改都已撤销，也可能最后的更改没有送达。途中保存的版本 {1} 是当前版本。如需返回，请恢复历史版本。',
  'Changes are not saved yet': '有更改尚未保存',
  'The document server still has changes to {0} that it has not saved, and nobody has the document open. Open it once in the editor and close it: then they are saved.':
    '文档服务器上仍有 {0} 未保存的更改，而该文档没有人打开。请在编辑器中打开后关闭，更改即会保存。',
  'A save failed': '保存失败',
  'The document server could not write changes to {0}. It still has them: open the document once in the editor and close it. If that fails as well, copy what you need from the editor and tell your administrator.':
    '文档服务器无法写入 {0} 的更改。更改仍在服务器上：请在编辑器中打开该文档后关闭。如果仍然失败，请从编辑器中复制所需内容，并告知管理员。',
  'Changes could not be taken over': '无法接收更改',
  'The document server keeps changes to {0} in a file that is larger than what is taken. Ask your administrator for it: node ace editor:doctor names the file.':
    '文档服务器将 {0} 的更改保存在一个超出接收上限的文件中。请联系管理员：node ace editor:doctor 会给出该文件。',

  'Changes to {0} of {1}': '{0} 在 {1} 的更改',
  'A save was recovered': '已找回一次保存',
  '{0} had not been delivered. They were recovered as version {1}, which is the current version. There is nothing to do.':
    '{0}曾未送达，现已找回为版本 {1}，即当前版本。您无需处理。',
  'Changes were saved beside a document': '更改已另存为旁支版本',
  '{0} were saved as version {1}, beside the current version {2}, because {3}. {4}':
    '{0}已保存为版本 {1}，与当前版本 {2} 并存，因为{3}。{4}',
  'a later save of the same editing session had arrived before, without them':
    '同一编辑会话中较晚的一次保存已先到达，且不包含这些更改',
  'the document went on in another editing session meanwhile': '文档此间已在另一个编辑会话中继续',
  'the document was submitted for review meanwhile': '文档此间已提交审核',
  'the document was deleted meanwhile': '文档此间已被删除',
  'the document was approved meanwhile': '文档此间已通过审核',
  'the document server reported that it could not write the file well, so it may be incomplete':
    '文档服务器报告无法完整写入文件，因此内容可能不完整',
  'none of those who made them may change the document any more':
    '作出这些更改的人都不再有权修改该文档',
  'they came in a format in which the document cannot be edited further':
    '这些更改的格式使文档无法继续编辑',
  'To use version {0}, take the document out of the trash first.':
    '如需使用版本 {0}，请先从回收站还原文档。',
  'Open version {0} to compare it, or copy it to a new document.':
    '请打开版本 {0} 进行对比，或将其复制为新文档。',
  'Open version {0} to compare it; once the document is returned, it can be restored.':
    '请打开版本 {0} 进行对比；文档退回后即可恢复该版本。',
  'Open version {0} to compare or restore it.': '请打开版本 {0} 进行对比或恢复。',
}

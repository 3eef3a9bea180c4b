@rem The scripts of package.json say "exec", so that no shell stands between npm and them; Windows has no such word.
@%*

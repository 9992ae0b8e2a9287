import { describe } from 'vitest';
import { has, hasNot } from '../testing/risk-cases.ts';

describe('commands inside of what is none', () => {
  has('destructive', [
    'echo $(( $(rm x) ))',
    'echo "$(( `rm x` + 1 ))"',
    'cat <<E\n$(rm x)\nE',
    'cat <<-E\n\t`rm x`\n\tE',
    'find . -exec echo {} \\; -exec sh -c "rm {}" \\;',
    'tar --to-command="rm x" -xf a',
    'tar --use-comp="rm x" -cf a b',
    'tar -I "rm x" -cf a b',
    'tar --checkpoint=1 --checkpoint-action=exec="rm x" -cf a b',
    'zip -T -TT "rm x" a b',
    'man -P "rm x" ls',
    'less +"!rm x" a',
    'ssh -o ProxyCommand="rm x" h',
    'ssh -oLocalCommand="rm x" h',
    'rsync -e "rm x" a h:',
    'make SHELL="rm x"',
    'mapfile -C "rm x" -c 1 a < f',
    'split --filter="rm x" f',
    'sed "s/a/rm x/e" f',
    'sed "1e rm x" f',
    '. /dev/stdin <<< "rm x"',
    'cat f | bash /dev/stdin',
    'git --config-env=core.pager=X log',
    'git --exec-path=/tmp/x log',
    'git checkout README.md',
    'git checkout HEAD~1 src',
    'git checkout src/',
    'git checkout -B main',
    `echo ${'$(('.repeat(3_000)}`,
  ]);
  hasNot('destructive', [
    "cat <<'E'\n$(rm x)\nE",
    'cat <<"E"\n`rm x`\nE',
    'cat <<\\E\n$(rm x)\nE',
    'cat <<E\n$(date) $X\nE',
    'echo $((1 + 2))',
    'tar -I zstd -cf a b',
    'tar xzf a.tgz',
    'rsync -e "ssh -p 22" a h:',
    'make CC=clang',
    'find . -name "*.ts" -exec grep -l x {} +',
    "sed -n '1,5p' f",
    "sed 's/one/two/g' f",
    'git checkout main',
    'git checkout feature/retry',
    'git checkout -b x origin/main',
  ]);
  has('write', [
    'curl -o x http://x',
    'curl -sSLO http://x',
    'wget http://x',
    'find . -fprint out',
    "sed -n 'w out' f",
  ]);
  hasNot('write', ['curl -s http://x', 'wget -qO- http://x', 'find . -name x', "sed 's/a/b/' f"]);
});

describe('programs that run what a word of theirs says', () => {
  has('destructive', [
    `awk 'BEGIN { system("rm x") }'`,
    'vim -c ":!rm x" a',
    'nvim --headless +"call delete(\'a\')" +q',
    'alias l=rm; l x',
    "alias l='rm -f'",
    'at now + 1 min <<< "rm x"',
    'echo "rm x" | at now',
    'git bisect run make x',
    'git rebase -x "rm y" main',
    'git submodule foreach "rm x"',
    'git config core.hooksPath x',
    "git config --global alias.x '!rm'",
    'git -c credential.helper=x fetch',
    'git -c diff.external=x diff',
    'git difftool -x rm',
    'npx prisma migrate reset',
    'prisma db push --force-reset',
    'rails db:drop',
    'bundle exec rake db:reset',
    'php artisan migrate:fresh',
    'python manage.py flush',
    "mongosh --eval 'db.dropDatabase()'",
  ]);
  hasNot('destructive', [
    "awk '{ print $1 }' a",
    'alias ll="ls -l"',
    'vim a.ts',
    'git rebase main',
    'git config user.name Ada',
    'git submodule update',
    'rails db:migrate',
    'prisma migrate dev',
  ]);
  has('network', [
    'mysql -h db.example x',
    'psql --host=db x',
    'redis-cli -h cache get a',
    'ollama pull x',
    'python3 -m http.server',
  ]);
  has('write', ['vim a.ts', 'git rm a', 'git revert HEAD', 'git pull']);
});

"""Plants one bug after another in copies of the sources of a program under test, and asks whether
the program finds it. One file is copied and changed, compiled as the build folder compiles it, and
linked in place of the original.

Not here: which bugs. Invariant: neither the tree nor the build folder is touched.
"""
import json
import os
import shlex
import subprocess
import sys
import tempfile


def stop(message):
    sys.exit(f"{os.path.basename(sys.argv[0])}: {message}")


class Folder:
    """How a build folder compiles and links the program."""

    def __init__(self, program):
        self.program = os.path.realpath(program)
        self.root = os.path.dirname(self.program)
        while not os.path.exists(os.path.join(self.root, "build.ninja")):
            self.root = os.path.dirname(self.root)
            if self.root == "/":
                stop(f"{program} is in no build folder")
        with open(os.path.join(self.root, "compile_commands.json"), encoding="utf-8") as file:
            self.commands = json.load(file)
        target = os.path.relpath(self.program, self.root)
        lines = subprocess.run(["ninja", "-t", "commands", target], cwd=self.root, check=True,
                               stdout=subprocess.PIPE, text=True).stdout.splitlines()
        self.link = shlex.split(lines[-1])
        self.sanitized = any("-fsanitize=" in word for word in self.link)

    def source(self, name):
        for command in self.commands:
            path = os.path.realpath(os.path.join(self.root, command["file"]))
            if path.endswith("/" + name):
                return path, shlex.split(command["command"]), command["output"]
        return stop(f"{name} is not compiled in {self.root}")

    def build(self, name, changes, into):
        """The program with one file changed, in the folder `into`."""
        path, compile_it, built = self.source(name)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for old, new in changes:
            if text.count(old) != 1:
                stop(f"{name} no longer has this once: {old.strip()}")
            text = text.replace(old, new)
        source, target = os.path.join(into, "planted.c"), os.path.join(into, "planted.o")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        command = [word for word in compile_it if word != "-Werror"]
        command[command.index("-o") + 1] = target
        command[command.index("-c") + 1] = source
        command.insert(-1, "-iquote" + os.path.dirname(path))
        self.run(command + ["-w"])
        program = os.path.join(into, os.path.basename(self.program))
        link = [word for word in self.link if word != built]
        link[link.index("-o") + 1] = program
        self.run([link[0], target] + link[1:])
        return program

    def run(self, command):
        done = subprocess.run(command, cwd=self.root, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            sys.stdout.write(done.stdout)
            stop("a changed file does not build")


def plant_all(*groups):
    """Each group is a folder, plants (name, file, changes), and `find(program, name)`, which says
    how one was found, or None. TAP."""
    failed = number = 0
    print(f"1..{sum(len(plants) for _, plants, _ in groups)}")
    for folder, plants, find in groups:
        for name, path, changes in plants:
            number += 1
            with tempfile.TemporaryDirectory(prefix="canasta-plants-") as into:
                found = find(folder.build(path, changes, into), name)
            failed += found is None
            print(f"{'not ok' if found is None else 'ok'} {number} - {name}: "
                  f"{found or 'not found'}", flush=True)
    return 1 if failed else 0


def wanted(plants, words):
    """The plants whose names have all the words."""
    return [plant for plant in plants if all(word in plant[0] for word in words)]

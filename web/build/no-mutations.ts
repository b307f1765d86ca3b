/** Stands in for the query library's mutations. To use them, take this stand-in out of lean-packages.ts. */
export class MutationCache {
  findAll(): never[] {
    return [];
  }
  resumePausedMutations(): Promise<void> {
    return Promise.resolve();
  }
  clear(): void {
    // There is nothing to clear.
  }
  build(): never {
    throw new Error('Mutations are left out of the build, see lean-packages.ts');
  }
}

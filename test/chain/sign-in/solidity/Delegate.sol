// SPDX-License-Identifier: MIT
pragma solidity ^0.8.4;

/// What an account with a key delegates to (EIP-7702): a second key may sign, once it was named by `initialize`.
contract Delegate {
    address public signer;

    function initialize(address first) external {
        require(signer == address(0));
        signer = first;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        address found = ecrecover(hash, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64]));
        return found != address(0) && found == signer ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

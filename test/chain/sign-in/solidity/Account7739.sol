// SPDX-License-Identifier: MIT
pragma solidity ^0.8.4;

import {ERC1271} from "solady/src/accounts/ERC1271.sol";

/// An account whose owner signs nested messages (ERC-7739), so that a signature for one account is none for another of the same owner.
contract Account7739 is ERC1271 {
    address public owner;

    constructor(address first) {
        owner = first;
    }

    function setOwner(address next) external {
        require(msg.sender == owner);
        owner = next;
    }

    function _erc1271Signer() internal view override returns (address) {
        return owner;
    }

    function _domainNameAndVersion() internal pure override returns (string memory, string memory) {
        return ("Account7739", "1");
    }
}
